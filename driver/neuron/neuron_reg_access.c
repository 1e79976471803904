// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "neuron_reg_access.h"

u32 reg_read32(const void __iomem *addr)
{
	return readl(addr);
}

void reg_write32(void __iomem *addr, u32 value)
{
	writel(value, addr);
}

void reg_write32_masked(void __iomem *addr, u32 mask, u32 value)
{
	reg_write32(addr, (reg_read32(addr) & ~mask) | (value & mask));
}
