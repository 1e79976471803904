/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_CTYPE_H
#define _VK_LINUX_CTYPE_H

#include <linux/types.h>
#define isdigit(c) ((unsigned int)(c) - '0' < 10U)
#define isupper(c) ((unsigned int)(c) - 'A' < 26U)
#define islower(c) ((unsigned int)(c) - 'a' < 26U)
#define isalpha(c) (isupper(c) || islower(c))
#define isalnum(c) (isalpha(c) || isdigit(c))
#define isxdigit(c) (isdigit(c) || ((unsigned int)((c) | 0x20) - 'a' < 6U))
#define isprint(c) ((unsigned int)(c) - 0x20 < 0x5fU)
#define isgraph(c) ((unsigned int)(c) - 0x21 < 0x5eU)
#define iscntrl(c) ((unsigned int)(c) < 0x20U || (c) == 0x7f)
#define ispunct(c) (isgraph(c) && !isalnum(c))
#define isascii(c) ((unsigned int)(c) < 0x80U)

/* 0xa0 is the no-break space of Latin-1. */
static inline int isspace(int c)
{
	const unsigned char byte = c;

	return byte == ' ' || byte == 0xa0 || (byte >= '\t' && byte <= '\r');
}

static inline int tolower(int c)
{
	return isupper(c) ? c + 0x20 : c;
}

static inline int toupper(int c)
{
	return islower(c) ? c - 0x20 : c;
}

#endif /* _VK_LINUX_CTYPE_H */
