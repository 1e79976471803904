/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_LOCKDEP_H
#define _VK_LINUX_LOCKDEP_H

#define lockdep_assert_held(lock) ((void)(lock))
#define lockdep_assert_not_held(lock) ((void)(lock))

#endif /* _VK_LINUX_LOCKDEP_H */
