// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/string.h>

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/slab.h>

ssize_t strscpy(char *to, const char *from, size_t size)
{
	size_t n;

	if (size == 0)
		return -E2BIG;
	n = strnlen(from, size);
	if (n == size) {
		memcpy(to, from, size - 1);
		to[size - 1] = '\0';
		return -E2BIG;
	}
	memcpy(to, from, n + 1);
	return (ssize_t)n;
}

ssize_t strscpy_pad(char *to, const char *from, size_t size)
{
	ssize_t n = strscpy(to, from, size);

	if (n >= 0)
		memset(to + n, 0, size - (size_t)n);
	return n;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
	if (size)
		strscpy(to, from, size);
	return strlen(from);
}

size_t strlcat(char *to, const char *from, size_t size)
{
	size_t used = strnlen(to, size);

	return used + strlcpy(to + used, from, size - used);
}

char *skip_spaces(const char *s)
{
	while (isspace(*s))
		s++;
	return (char *)s;
}

char *strim(char *s)
{
	size_t n = strlen(s);

	while (n && isspace(s[n - 1]))
		s[--n] = '\0';
	return skip_spaces(s);
}

char *strnchr(const char *s, size_t count, int c)
{
	for (; count-- && *s; s++)
		if (*s == (char)c)
			return (char *)s;
	return NULL;
}

bool sysfs_streq(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	if (*a == *b)
		return true;
	return (!*a && *b == '\n' && !b[1]) || (*a == '\n' && !a[1] && !*b);
}

int match_string(const char *const *array, size_t n, const char *string)
{
	size_t i;

	for (i = 0; i < n && array[i]; i++)
		if (!strcmp(array[i], string))
			return (int)i;
	return -EINVAL;
}

void *memchr_inv(const void *s, int c, size_t n)
{
	const u8 *p = s;

	for (; n--; p++)
		if (*p != (u8)c)
			return (void *)p;
	return NULL;
}

void *vk_kmemdup(const void *from, size_t n, gfp_t flags, const char *where)
{
	void *to = vk_kmalloc(n, flags, where);

	if (to)
		memcpy(to, from, n);
	return to;
}

char *vk_kstrndup(const char *s, size_t max, gfp_t flags, const char *where)
{
	size_t n = s ? strnlen(s, max) : 0;
	char *to = s ? vk_kmalloc(n + 1, flags, where) : NULL;

	if (!to)
		return NULL;
	memcpy(to, s, n);
	to[n] = '\0';
	return to;
}

char *vk_kstrdup(const char *s, gfp_t flags, const char *where)
{
	return vk_kstrndup(s, SIZE_MAX, flags, where);
}
