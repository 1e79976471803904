// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/sprintf.h>

#include <linux/ctype.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/string.h>

struct conversion {
	bool skip;
	int width; /* INT_MAX: not given */
	int size;
	char letter;
};

static const char *parse(const char *f, struct conversion *c)
{
	*c = (struct conversion){.width = INT_MAX, .size = sizeof(int)};
	if (*f == '*') {
		c->skip = true;
		f++;
	}
	if (isdigit(*f))
		c->width = (int)simple_strtoul(f, (char **)&f, 10);
	if (f[0] == 'h')
		c->size = f[1] == 'h' ? 1 : 2;
	else if (f[0] == 'l' || f[0] == 'z')
		c->size = 8;
	while (*f == 'h' || *f == 'l' || *f == 'z')
		f++;
	c->letter = *f ? *f++ : '\0';
	return f;
}

static void store(void *to, int size, unsigned long long value)
{
	memcpy(to, &value, size); /* little endian */
}

/* A number at s; returns what is behind it, null if there is none. */
static const char *scan_number(const char *s, const struct conversion *c, unsigned long long *value)
{
	unsigned int base = c->letter == 'x' || c->letter == 'X' ? 16
			    : c->letter == 'o'			 ? 8
			    : c->letter == 'i'			 ? 0
								 : 10;
	bool negative = *s == '-' && (c->letter == 'd' || c->letter == 'i');
	char text[40];
	char *end;
	int n;

	s += negative;
	n = c->width < (int)sizeof(text) ? c->width : (int)sizeof(text) - 1;
	strscpy(text, s, n + 1);
	*value = simple_strtoull(text, &end, base);
	if (end == text)
		return NULL;
	if (negative)
		*value = 0 - *value;
	return s + (end - text);
}

static const char *scan_word(const char *s, int width, char *to)
{
	while (*s && !isspace(*s) && width-- > 0) {
		if (to)
			*to++ = *s;
		s++;
	}
	if (to)
		*to = '\0';
	return s;
}

int vk_sscanf(const char *s, const char *format, ...)
{
	const char *f = format, *start = s;
	struct conversion c;
	va_list args;
	int found = 0;

	va_start(args, format);
	while (*f) {
		unsigned long long value;

		if (isspace(*f)) {
			f = skip_spaces(f);
			s = skip_spaces(s);
			continue;
		}
		if (*f != '%' || f[1] == '%') {
			f += *f == '%';
			if (*s++ != *f++)
				break;
			continue;
		}
		f = parse(f + 1, &c);
		if (c.letter == 'n') {
			*va_arg(args, int *) = (int)(s - start);
			continue;
		}
		if (c.letter == 'c') {
			if (!*s)
				break;
			if (!c.skip)
				*va_arg(args, char *) = *s;
			s++;
			found += !c.skip;
			continue;
		}
		s = skip_spaces(s);
		if (!*s)
			break;
		if (c.letter == 's') {
			s = scan_word(s, c.width, c.skip ? NULL : va_arg(args, char *));
		} else {
			s = scan_number(s, &c, &value);
			if (!s)
				break;
			if (!c.skip)
				store(va_arg(args, void *), c.size, value);
		}
		found += !c.skip;
	}
	va_end(args);
	return found;
}
