// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/kstrtox.h>

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/limits.h>

static unsigned int digit_value(char c)
{
	if (isdigit(c))
		return c - '0';
	if (isalpha(c))
		return tolower(c) - 'a' + 10;
	return 99;
}

static const char *skip_prefix(const char *s, unsigned int *base)
{
	if ((*base == 0 || *base == 16) && s[0] == '0' && tolower(s[1]) == 'x' && isxdigit(s[2])) {
		*base = 16;
		return s + 2;
	}
	if (*base == 0)
		*base = s[0] == '0' ? 8 : 10;
	return s;
}

/* Digits from s on; *end is behind the last. True if the value does not fit. */
static bool digits(const char *s, const char **end, unsigned int base, unsigned long long *value)
{
	bool overflow = false;

	s = skip_prefix(s, &base);
	*value = 0;
	for (; digit_value(*s) < base; s++)
		overflow |= __builtin_mul_overflow(*value, base, value) ||
			    __builtin_add_overflow(*value, digit_value(*s), value);
	*end = s;
	return overflow;
}

static int parse(const char *s, unsigned int base, unsigned long long *value)
{
	const char *end;
	bool overflow = digits(s, &end, base, value);

	if (end == s)
		return -EINVAL;
	if (*end == '\n')
		end++;
	if (*end)
		return -EINVAL;
	return overflow ? -ERANGE : 0;
}

int kstrtoull(const char *s, unsigned int base, unsigned long long *res)
{
	unsigned long long value;
	int error = parse(*s == '+' ? s + 1 : s, base, &value);

	if (!error)
		*res = value;
	return error;
}

int kstrtoll(const char *s, unsigned int base, long long *res)
{
	bool negative = *s == '-';
	unsigned long long value;
	int error = parse(negative || *s == '+' ? s + 1 : s, base, &value);

	if (error)
		return error;
	if (value > (unsigned long long)LLONG_MAX + negative)
		return -ERANGE;
	*res = negative ? (long long)(0 - value) : (long long)value;
	return 0;
}

#define UNSIGNED_OF(name, type)                                                                    \
	int name(const char *s, unsigned int base, type *res)                                      \
	{                                                                                          \
		unsigned long long value;                                                          \
		int error = kstrtoull(s, base, &value);                                            \
		if (!error && value != (type)value)                                                \
			error = -ERANGE;                                                           \
		if (!error)                                                                        \
			*res = (type)value;                                                        \
		return error;                                                                      \
	}
#define SIGNED_OF(name, type)                                                                      \
	int name(const char *s, unsigned int base, type *res)                                      \
	{                                                                                          \
		long long value;                                                                   \
		int error = kstrtoll(s, base, &value);                                             \
		if (!error && value != (type)value)                                                \
			error = -ERANGE;                                                           \
		if (!error)                                                                        \
			*res = (type)value;                                                        \
		return error;                                                                      \
	}

UNSIGNED_OF(kstrtoul, unsigned long)
UNSIGNED_OF(kstrtouint, unsigned int)
UNSIGNED_OF(kstrtou16, u16)
UNSIGNED_OF(kstrtou8, u8)
SIGNED_OF(kstrtol, long)
SIGNED_OF(kstrtoint, int)

int kstrtobool(const char *s, bool *res)
{
	switch (tolower(s[0])) {
	case 'y':
	case 't':
	case '1':
		*res = true;
		return 0;
	case 'n':
	case 'f':
	case '0':
		*res = false;
		return 0;
	case 'o':
		if (tolower(s[1]) != 'n' && tolower(s[1]) != 'f')
			return -EINVAL;
		*res = tolower(s[1]) == 'n';
		return 0;
	default:
		return -EINVAL;
	}
}

unsigned long long simple_strtoull(const char *s, char **end, unsigned int base)
{
	unsigned long long value;
	const char *stop;

	digits(s, &stop, base, &value);
	if (end)
		*end = (char *)stop;
	return value;
}

unsigned long simple_strtoul(const char *s, char **end, unsigned int base)
{
	return simple_strtoull(s, end, base);
}

long simple_strtol(const char *s, char **end, unsigned int base)
{
	if (*s == '-')
		return -(long)simple_strtoull(s + 1, end, base);
	return (long)simple_strtoull(s, end, base);
}
