/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_IO_H
#define _VK_ASM_IO_H

/* Register access (4.8): each is one transaction on the bus; cookies must not be dereferenced. */
#include <asm/barrier.h>
#include <asm/page.h>
#include <linux/compiler.h>
#include <linux/types.h>
#include <vk/host.h>

static inline u8 readb(const volatile void __iomem *address)
{
	return (u8)vk_mmio_read(address, 1);
}

static inline u16 readw(const volatile void __iomem *address)
{
	return (u16)vk_mmio_read(address, 2);
}

static inline u32 readl(const volatile void __iomem *address)
{
	return (u32)vk_mmio_read(address, 4);
}

static inline u64 readq(const volatile void __iomem *address)
{
	return vk_mmio_read(address, 8);
}

static inline void writeb(u8 value, volatile void __iomem *address)
{
	vk_mmio_write(address, value, 1);
}

static inline void writew(u16 value, volatile void __iomem *address)
{
	vk_mmio_write(address, value, 2);
}

static inline void writel(u32 value, volatile void __iomem *address)
{
	vk_mmio_write(address, value, 4);
}

static inline void writeq(u64 value, volatile void __iomem *address)
{
	vk_mmio_write(address, value, 8);
}

#define readl_relaxed(address) readl(address)
#define writel_relaxed(value, address) writel(value, address)
#define readq_relaxed(address) readq(address)
#define writeq_relaxed(value, address) writeq(value, address)
#define ioread8(address) readb(address)
#define ioread16(address) readw(address)
#define ioread32(address) readl(address)
#define iowrite8(value, address) writeb(value, address)
#define iowrite16(value, address) writew(value, address)
#define iowrite32(value, address) writel(value, address)

void memcpy_fromio(void *to, const volatile void __iomem *from, size_t n);
void memcpy_toio(volatile void __iomem *to, const void *from, size_t n);
void memset_io(volatile void __iomem *to, int value, size_t n);

static inline phys_addr_t virt_to_phys(volatile void *address)
{
	return vk_virt_to_phys(address);
}

static inline void *phys_to_virt(phys_addr_t address)
{
	return vk_phys_to_virt(address);
}

static inline void iounmap(volatile void __iomem *address)
{
	vk_iounmap(address);
}

#endif /* _VK_ASM_IO_H */
