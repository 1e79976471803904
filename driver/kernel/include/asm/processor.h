/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_ASM_PROCESSOR_H
#define _VK_ASM_PROCESSOR_H

/* A hint in spin loops; costs 10 ns of simulated time, so that a polling loop ends. */
void cpu_relax(void);

#endif /* _VK_ASM_PROCESSOR_H */
