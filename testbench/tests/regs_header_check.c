/* SPDX-License-Identifier: Apache-2.0 */
/* The generated header in plain C, as drivers and firmware include it: constants only. */
#include "gen/model/regs/neuron_regs.h"

_Static_assert(MISCRAM_API_VERSION == 0x00u, "10.5.8");
_Static_assert(MISCRAM_TRIGGER == 0x800u, "10.5.8");
_Static_assert(MISCRAM_HBM_ECC(3) == 0x50u, "10.5.8");
_Static_assert(TPB_SEMAPHORE_INC(5) == 0x2701814u, "10.5.3");
_Static_assert(V2_PE_FAST_WEIGHT_LOAD_LO(3, 3) == 0x100u + 3u * 0x140u + 3u * 0x40u + 8u, "10.5.7");
_Static_assert(V3_DEVICE_TOP_SP(11) == 0x8082c0000000ull, "10.4");

unsigned int regs_v3_udma_base(unsigned int engine)
{
	return V3_UDMA_BASE(engine);
}

unsigned int regs_v2_sdma_base(unsigned int engine)
{
	return V2_SDMA_BASE(engine);
}
