/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_RCUPDATE_H
#define _VK_LINUX_RCUPDATE_H

/* One thread runs at a time and none is preempted: read sides need nothing. */
#define rcu_read_lock() ((void)0)
#define rcu_read_unlock() ((void)0)
#define synchronize_rcu() ((void)0)
#define rcu_dereference(p) (p)
#define rcu_assign_pointer(p, v) ((p) = (v))

#endif /* _VK_LINUX_RCUPDATE_H */
