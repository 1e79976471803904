/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_REG_ACCESS_H
#define NEURON_REG_ACCESS_H

#include <linux/io.h>
#include <linux/types.h>

/** reg_read32() - one 32-bit load of a register; never fails (chapter 10.9.2). */
u32 reg_read32(const void __iomem *addr);

/** reg_write32() - a posted 32-bit store. */
void reg_write32(void __iomem *addr, u32 value);

/** reg_write32_masked() - replaces the bits of @mask: a load, then a store. */
void reg_write32_masked(void __iomem *addr, u32 mask, u32 value);

#endif
