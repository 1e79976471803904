/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_CONST_H
#define _VK_LINUX_CONST_H

#define _AC(x, y) (x##y)
#define _UL(x) (x##UL)
#define _ULL(x) (x##ULL)
#define UL(x) _UL(x)
#define ULL(x) _ULL(x)

#endif /* _VK_LINUX_CONST_H */
