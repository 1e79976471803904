/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_IOCTL_H
#define _VK_LINUX_IOCTL_H

/* Bits 31:30 direction, 29:16 size, 15:8 type, 7:0 number. */
#define _IOC_NONE 0U
#define _IOC_WRITE 1U
#define _IOC_READ 2U
#define _IOC_NRSHIFT 0
#define _IOC_TYPESHIFT 8
#define _IOC_SIZESHIFT 16
#define _IOC_DIRSHIFT 30
#define _IOC(dir, type, nr, size)                                                                  \
	(((dir) << _IOC_DIRSHIFT) | ((type) << _IOC_TYPESHIFT) | ((nr) << _IOC_NRSHIFT) |          \
	 ((size) << _IOC_SIZESHIFT))
#define _IOC_TYPECHECK(t) ((unsigned int)sizeof(t))
#define _IO(type, nr) _IOC(_IOC_NONE, (type), (nr), 0)
#define _IOR(type, nr, size) _IOC(_IOC_READ, (type), (nr), (_IOC_TYPECHECK(size)))
#define _IOW(type, nr, size) _IOC(_IOC_WRITE, (type), (nr), (_IOC_TYPECHECK(size)))
#define _IOWR(type, nr, size) _IOC(_IOC_READ | _IOC_WRITE, (type), (nr), (_IOC_TYPECHECK(size)))
#define _IOC_DIR(cmd) (((cmd) >> _IOC_DIRSHIFT) & 3U)
#define _IOC_TYPE(cmd) (((cmd) >> _IOC_TYPESHIFT) & 0xffU)
#define _IOC_NR(cmd) (((cmd) >> _IOC_NRSHIFT) & 0xffU)
#define _IOC_SIZE(cmd) (((cmd) >> _IOC_SIZESHIFT) & 0x3fffU)

#endif /* _VK_LINUX_IOCTL_H */
