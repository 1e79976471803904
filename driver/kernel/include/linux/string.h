/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_STRING_H
#define _VK_LINUX_STRING_H

#include <linux/stdarg.h>
#include <linux/types.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *s, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int c, size_t n);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t max);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t n);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t n);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t n);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strstr(const char *s, const char *what);
char *strpbrk(const char *s, const char *accept);
char *strsep(char **s, const char *ct);
size_t strspn(const char *s, const char *accept);
size_t strcspn(const char *s, const char *reject);

/* Copies at most size - 1 characters and always terminates; the length, or -E2BIG if cut. */
ssize_t strscpy(char *to, const char *from, size_t size);
ssize_t strscpy_pad(char *to, const char *from, size_t size);
size_t strlcpy(char *to, const char *from, size_t size);
size_t strlcat(char *to, const char *from, size_t size);
char *strim(char *s);
char *skip_spaces(const char *s);
char *strnchr(const char *s, size_t count, int c);
bool sysfs_streq(const char *a, const char *b);
int match_string(const char *const *array, size_t n, const char *string);
void *memchr_inv(const void *s, int c, size_t n);

static inline void memzero_explicit(void *s, size_t n)
{
	memset(s, 0, n);
	barrier();
}

static inline bool strstarts(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

#endif /* _VK_LINUX_STRING_H */
