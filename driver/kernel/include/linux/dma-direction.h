/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_DMA_DIRECTION_H
#define _VK_LINUX_DMA_DIRECTION_H

enum dma_data_direction {
	DMA_BIDIRECTIONAL = 0,
	DMA_TO_DEVICE = 1,
	DMA_FROM_DEVICE = 2,
	DMA_NONE = 3,
};

#endif /* _VK_LINUX_DMA_DIRECTION_H */
