// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The kernel's printf (docs/reference/50-kernel-api-surface.md, 4.6), with its %p extensions. */
#include <linux/sprintf.h>

#include <linux/bitmap.h>
#include <linux/ctype.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <vk/host.h>

/* Where the text goes: counts on past the end. */
struct out {
	char *at, *end; /* end: the last place, kept for the terminator */
	size_t length;
};

struct spec {
	bool left, plus, space, alternate, zero;
	int width, precision; /* -1: not given */
	int size; /* bytes of the integer */
	char conversion;
};

/* Addresses of the host process differ from run to run, so they are printed as Linux prints them
 * before it has a key to hash them with; what has a bus address is named by Linux's direct mapping
 * of it. */
#define HIDDEN_POINTER "(____ptrval____)"
#define DIRECT_MAPPING 0xffff888000000000UL

static void put(struct out *out, char c)
{
	if (out->at < out->end)
		*out->at++ = c;
	out->length++;
}

static void fill(struct out *out, char c, int n)
{
	while (n-- > 0)
		put(out, c);
}

static void put_text(struct out *out, const struct spec *spec, const char *s, int n)
{
	if (!spec->left)
		fill(out, ' ', spec->width - n);
	for (int i = 0; i < n; i++)
		put(out, s[i]);
	if (spec->left)
		fill(out, ' ', spec->width - n);
}

static void put_string(struct out *out, const struct spec *spec, const char *s)
{
	if ((unsigned long)s < 4096)
		s = s ? "(efault)" : "(null)";
	put_text(out, spec, s, (int)strnlen(s, spec->precision < 0 ? INT_MAX : spec->precision));
}

static int digits_of(char *to, unsigned long long value, unsigned int base, bool upper)
{
	const char *symbols = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	char reversed[24];
	int n = 0, i;

	do {
		reversed[n++] = symbols[value % base];
		value /= base;
	} while (value);
	for (i = 0; i < n; i++)
		to[i] = reversed[n - 1 - i];
	return n;
}

static void put_number(struct out *out, const struct spec *spec, unsigned long long value,
		       const char *prefix, unsigned int base)
{
	char text[24];
	int n = digits_of(text, value, base, spec->conversion == 'X');
	int zeros = spec->precision > n ? spec->precision - n : 0;
	int prefix_length = (int)strlen(prefix);
	int padding;

	if (spec->precision == 0 && value == 0)
		n = 0;
	padding = spec->width - n - zeros - prefix_length;
	if (spec->zero && !spec->left && spec->precision < 0 && padding > 0) {
		zeros += padding;
		padding = 0;
	}
	if (!spec->left)
		fill(out, ' ', padding);
	while (*prefix)
		put(out, *prefix++);
	fill(out, '0', zeros);
	for (int i = 0; i < n; i++)
		put(out, text[i]);
	if (spec->left)
		fill(out, ' ', padding);
}

static void put_signed(struct out *out, const struct spec *spec, long long value)
{
	const char *sign = value < 0 ? "-" : spec->plus ? "+" : spec->space ? " " : "";

	put_number(out, spec, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value,
		   sign, 10);
}

static void put_hex(struct out *out, unsigned long long value, int digits, bool prefix)
{
	struct spec spec = {.zero = true, .width = digits, .precision = -1, .conversion = 'x'};

	if (prefix) {
		put(out, '0');
		put(out, 'x');
	}
	put_number(out, &spec, value, "", 16);
}

static void put_pointer(struct out *out, const struct spec *spec, const void *p, bool plain)
{
	struct spec hidden = *spec;

	if ((unsigned long)p < 4096 || (unsigned long)p >= (unsigned long)-4095) {
		put_hex(out, (unsigned long)p, 16, false);
	} else if (plain && vk_direct_phys(p)) {
		put_hex(out, DIRECT_MAPPING + vk_direct_phys(p), 16, false);
	} else {
		if (hidden.width < 0)
			hidden.width = 16;
		put_text(out, &hidden, HIDDEN_POINTER, sizeof(HIDDEN_POINTER) - 1);
	}
}

static void put_hex_dump(struct out *out, const struct spec *spec, const u8 *bytes, char separator)
{
	for (int i = 0; i < spec->width; i++) {
		if (i && separator)
			put(out, separator);
		put_hex(out, bytes[i], 2, false);
	}
}

static void put_bit_list(struct out *out, const unsigned long *map, int bits)
{
	struct spec plain = {.width = -1, .precision = -1, .conversion = 'u'};
	bool first = true;

	for (int bit = (int)find_first_bit(map, bits); bit < bits;) {
		int end = (int)find_next_zero_bit(map, bits, bit);

		if (!first)
			put(out, ',');
		first = false;
		put_number(out, &plain, bit, "", 10);
		if (end - bit > 1) {
			put(out, '-');
			put_number(out, &plain, end - 1, "", 10);
		}
		bit = (int)find_next_bit(map, bits, end);
	}
}

static void put_bitmap(struct out *out, const unsigned long *map, int bits)
{
	int chunk = bits % 32 ? bits % 32 : 32;

	for (int at = bits - chunk; at >= 0; at -= 32) {
		u32 word = (u32)(map[at / 64] >> (at % 64));

		if (chunk < 32)
			word &= (1U << chunk) - 1;
		put_hex(out, word, (chunk + 3) / 4, false);
		if (at)
			put(out, ',');
		chunk = 32;
	}
}

/* A pointer conversion; returns the number of letters of its extension. */
static int put_extended(struct out *out, const struct spec *spec, const char *letters,
			const void *p)
{
	struct spec plain = {.width = spec->width, .precision = -1, .conversion = 'd'};

	switch (letters[0]) {
	case 'a':
		put_hex(out, *(const unsigned long long *)p, 16, true);
		return letters[1] == 'd' || letters[1] == 'p' ? 2 : 1;
	case 'b':
		if (letters[1] == 'l') {
			put_bit_list(out, p, spec->width);
			return 2;
		}
		put_bitmap(out, p, spec->width);
		return 1;
	case 'h':
		if (letters[1] == 'C' || letters[1] == 'D' || letters[1] == 'N') {
			put_hex_dump(out, spec, p,
				     letters[1] == 'C'	 ? ':'
				     : letters[1] == 'D' ? '-'
							 : 0);
			return 2;
		}
		put_hex_dump(out, spec, p, ' ');
		return 1;
	case 'e':
		put_signed(out, &plain, (long)p);
		return 1;
	case 'x':
		put_pointer(out, spec, p, true);
		return 1;
	case 'K':
	case 'S':
	case 's':
	case 'F':
	case 'f':
	case 'B':
		put_pointer(out, spec, p, false);
		return 1;
	default:
		put_pointer(out, spec, p, false);
		return 0;
	}
}

static const char *parse_number(const char *f, int *value)
{
	*value = 0;
	while (isdigit(*f))
		*value = *value * 10 + (*f++ - '0');
	return f;
}

static const char *parse_flags(const char *f, struct spec *spec)
{
	for (;; f++) {
		if (*f == '-')
			spec->left = true;
		else if (*f == '+')
			spec->plus = true;
		else if (*f == ' ')
			spec->space = true;
		else if (*f == '#')
			spec->alternate = true;
		else if (*f == '0')
			spec->zero = true;
		else
			return f;
	}
}

static const char *parse_size(const char *f, int *size)
{
	*size = sizeof(int);
	if (*f == 'h') {
		*size = f[1] == 'h' ? 1 : 2;
		return f + (f[1] == 'h' ? 2 : 1);
	}
	if (*f != 'l' && *f != 'z' && *f != 't' && *f != 'L' && *f != 'j')
		return f;
	*size = 8;
	return f + (f[0] == 'l' && f[1] == 'l' ? 2 : 1);
}

static unsigned long long cut_unsigned(unsigned long long value, int size)
{
	return size >= 8 ? value : value & ((1ULL << (8 * size)) - 1);
}

static long long cut_signed(unsigned long long value, int size)
{
	return (long long)(value << (64 - 8 * size)) >> (64 - 8 * size);
}

static void put_integer(struct out *out, const struct spec *spec, unsigned long long value)
{
	unsigned long long bits = cut_unsigned(value, spec->size);

	switch (spec->conversion) {
	case 'd':
	case 'i':
		put_signed(out, spec, cut_signed(value, spec->size));
		break;
	case 'u':
		put_number(out, spec, bits, "", 10);
		break;
	case 'o':
		put_number(out, spec, bits, spec->alternate ? "0" : "", 8);
		break;
	case 'X':
		put_number(out, spec, bits, spec->alternate ? "0X" : "", 16);
		break;
	default:
		put_number(out, spec, bits, spec->alternate ? "0x" : "", 16);
		break;
	}
}

int vsnprintf(char *to, size_t size, const char *format, va_list original)
{
	struct out out = {to, size ? to + size - 1 : to, 0};
	const char *f = format;
	va_list args;

	va_copy(args, original);
	while (*f) {
		struct spec spec = {.width = -1, .precision = -1};

		if (*f != '%') {
			put(&out, *f++);
			continue;
		}
		f = parse_flags(f + 1, &spec);
		if (*f == '*') {
			spec.width = va_arg(args, int);
			spec.left |= spec.width < 0;
			spec.width = spec.width < 0 ? -spec.width : spec.width;
			f++;
		} else if (isdigit(*f)) {
			f = parse_number(f, &spec.width);
		}
		if (*f == '.') {
			if (*++f == '*') {
				spec.precision = va_arg(args, int);
				f++;
			} else {
				f = parse_number(f, &spec.precision);
			}
		}
		f = parse_size(f, &spec.size);
		spec.conversion = *f ? *f++ : '%';
		switch (spec.conversion) {
		case 'd':
		case 'i':
		case 'u':
		case 'o':
		case 'x':
		case 'X':
			put_integer(&out, &spec,
				    spec.size == 8 ? va_arg(args, unsigned long long)
						   : (unsigned long long)va_arg(args, int));
			break;
		case 'c': {
			char c = (char)va_arg(args, int);

			put_text(&out, &spec, &c, 1);
			break;
		}
		case 's':
			put_string(&out, &spec, va_arg(args, const char *));
			break;
		case 'p':
			f += put_extended(&out, &spec, f, va_arg(args, const void *));
			break;
		default:
			put(&out, spec.conversion);
			break;
		}
	}
	va_end(args);
	if (size)
		*out.at = '\0';
	return (int)out.length;
}

int vscnprintf(char *to, size_t size, const char *format, va_list args)
{
	int n = vsnprintf(to, size, format, args);

	if (size == 0)
		return 0;
	return n < (int)size ? n : (int)size - 1;
}

int vsprintf(char *to, const char *format, va_list args)
{
	return vsnprintf(to, INT_MAX, format, args);
}

#define FORWARD(call)                                                                              \
	va_list args;                                                                              \
	int n;                                                                                     \
	va_start(args, format);                                                                    \
	n = call;                                                                                  \
	va_end(args);                                                                              \
	return n

int snprintf(char *to, size_t size, const char *format, ...)
{
	FORWARD(vsnprintf(to, size, format, args));
}

int scnprintf(char *to, size_t size, const char *format, ...)
{
	FORWARD(vscnprintf(to, size, format, args));
}

int sprintf(char *to, const char *format, ...)
{
	FORWARD(vsnprintf(to, INT_MAX, format, args));
}

char *kvasprintf(gfp_t flags, const char *format, va_list args)
{
	int n = vsnprintf(NULL, 0, format, args);
	char *text = kmalloc(n + 1, flags);

	if (text)
		vsnprintf(text, n + 1, format, args);
	return text;
}

char *kasprintf(gfp_t flags, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = kvasprintf(flags, format, args);
	va_end(args);
	return text;
}
