// SPDX-License-Identifier: Apache-2.0
/* Functions without time: docs/reference/50-kernel-api-surface.md, checks 1 and 6 to 12, 19, 20. */
#include <linux/bitmap.h>
#include <linux/genalloc.h>
#include <linux/ioctl.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/rbtree.h>
#include <linux/time.h>
#include <linux/uaccess.h>

#include "expect.h"
#include "ktest.h"

/* 50 check 1 */
void ktest_jiffies_1000(void)
{
	EXPECT(msecs_to_jiffies(100) == 100);
	EXPECT(jiffies_to_msecs(100) == 100);
	EXPECT(HZ == 1000);
}

void ktest_jiffies_250(void)
{
	struct timespec64 ts;

	EXPECT(msecs_to_jiffies(1) == 1);
	EXPECT(jiffies_to_msecs(1) == 4);
	EXPECT(msecs_to_jiffies(50) == 13); /* 05 check 9 */
	EXPECT(msecs_to_jiffies(0) == 0);
	EXPECT(msecs_to_jiffies((unsigned int)-1) == MAX_JIFFY_OFFSET);
	EXPECT(INITIAL_JIFFIES == 0xfffedb08UL);
	jiffies_to_timespec64(251, &ts);
	EXPECT(ts.tv_sec == 1 && ts.tv_nsec == 4000000);
}

/* 50 check 6 */
void ktest_strings(void)
{
	char buf[64], dst[4];
	unsigned long map[2] = { 0xf0f, 1 };
	u64 bus = 0x1234;
	const u8 bytes[] = { 0xde, 0xad, 0x01 };
	const char *volatile none = NULL;

	memset(buf, 'x', sizeof(buf));
	EXPECT(snprintf(buf, 8, "%016llx", 0x123ULL) == 16);
	EXPECT(!memcmp(buf, "0000000\0x", 9));
	EXPECT(strscpy(dst, "abcdef", 4) == -7 && !strcmp(dst, "abc"));
	EXPECT(strscpy(buf, "abc", 64) == 3);
	EXPECT(scnprintf(buf, 4, "%s", "abcdef") == 3);

	EXPECT(snprintf(buf, 64, "%5d|%-5d|%05d|%+d|% d", 42, 42, -42, 42, 42) == 25);
	EXPECT(!strcmp(buf, "   42|42   |-0042|+42| 42"));
	snprintf(buf, 64, "%x %#x %X %o %u %hhu %hd", 255, 255, 255, 8, -1, (u8)257, (short)65537);
	EXPECT(!strcmp(buf, "ff 0xff FF 10 4294967295 1 1"));
	snprintf(buf, 64, "%lld %llu %zu %ld", -5LL, ~0ULL, sizeof(buf), -6L);
	EXPECT(!strcmp(buf, "-5 18446744073709551615 64 -6"));
	snprintf(buf, 64, "%.2s|%.*s|%5s|%-4s|%c%%", "abcd", 1, "xyz", "r", "l", 'c');
	EXPECT(!strcmp(buf, "ab|x|    r|l   |c%"));
	snprintf(buf, 64, "%pad %p %pe %*ph", &bus, NULL, ERR_PTR(-12), 3, bytes);
	EXPECT(!strcmp(buf, "0x0000000000001234 0000000000000000 -12 de ad 01"));
	snprintf(buf, 64, "%*pb %*pbl", 12, map, 65, map);
	EXPECT(!strcmp(buf, "f0f 0-3,8-11,64"));
	snprintf(buf, 64, "%pK %p", buf, buf);
	EXPECT(!strcmp(buf, "(____ptrval____) (____ptrval____)"));
	EXPECT(snprintf(NULL, 0, "%s", none) == 6);
}

/* 50 check 7 */
void ktest_numbers(void)
{
	long long v = 0;
	u8 small = 0;
	int a = 0, b = 0;
	char word[8];

	EXPECT(kstrtoll("-1\n", 10, &v) == 0 && v == -1);
	EXPECT(kstrtoll("1 ", 10, &v) == -22);
	EXPECT(kstrtoll("99999999999999999999", 10, &v) == -34);
	EXPECT(kstrtoll("-9223372036854775808", 10, &v) == 0 && v == LLONG_MIN);
	EXPECT(kstrtoll("9223372036854775808", 10, &v) == -34);
	EXPECT(kstrtoll("0x1F", 0, &v) == 0 && v == 31);
	EXPECT(kstrtoll("017", 0, &v) == 0 && v == 15);
	EXPECT(kstrtoll("", 10, &v) == -22 && kstrtoll("\n", 10, &v) == -22);
	EXPECT(kstrtoll("1\n\n", 10, &v) == -22 && kstrtoll("--1", 10, &v) == -22);
	EXPECT(kstrtou8("256", 10, &small) == -34 && kstrtou8("255", 10, &small) == 0);
	EXPECT(sscanf("7:-3 end", "%d:%d %7s", &a, &b, word) == 3 && a == 7 && b == -3);
}

/* 50 check 8 */
void ktest_atomics(void)
{
	atomic64_t a = ATOMIC_INIT(5);
	atomic_t i = ATOMIC_INIT(10);
	s64 e = 4;

	EXPECT(!atomic64_try_cmpxchg(&a, &e, 9) && e == 5 && atomic64_read(&a) == 5);
	EXPECT(atomic64_try_cmpxchg(&a, &e, 9) && atomic64_read(&a) == 9);
	EXPECT(atomic_fetch_add(3, &i) == 10 && atomic_read(&i) == 13);
	EXPECT(atomic64_xchg(&a, 1) == 9);
}

/* 50 check 9 */
void ktest_bits(void)
{
	DECLARE_BITMAP(b, 512);

	bitmap_zero(b, 512);
	set_bit(8, b);
	set_bit(9, b);
	set_bit(511, b);
	bitmap_shift_right(b, b, 8, 512);
	EXPECT(bitmap_weight(b, 512) == 3);
	EXPECT(test_bit(0, b) && test_bit(1, b) && test_bit(503, b));
	bitmap_shift_left(b, b, 8, 512);
	EXPECT(test_bit(8, b) && test_bit(9, b) && test_bit(511, b) && bitmap_weight(b, 512) == 3);
	EXPECT(fls(0) == 0 && fls(0x80000000) == 32 && ilog2(4096) == 12);
}

/* 50 check 10 */
void ktest_time_arithmetic(void)
{
	struct timespec64 d = timespec64_sub((struct timespec64){ 5, 0 }, (struct timespec64){ 3, 1 });
	struct tm tm;

	EXPECT(ktime_ms_delta(1999999, 0) == 1);
	EXPECT(time_before_eq64(~0ULL, 0));
	EXPECT(d.tv_sec == 1 && d.tv_nsec == 999999999);
	time64_to_tm(0, 0, &tm);
	EXPECT(tm.tm_year == 70 && tm.tm_mon == 0 && tm.tm_mday == 1 && tm.tm_hour == 0);
	time64_to_tm(951782400 + 86399, 0, &tm); /* 2000-02-29 23:59:59 */
	EXPECT(tm.tm_year == 100 && tm.tm_mon == 1 && tm.tm_mday == 29 && tm.tm_sec == 59);
	EXPECT(tm.tm_wday == 2 && tm.tm_yday == 59);
	time64_to_tm(-1, 0, &tm);
	EXPECT(tm.tm_year == 69 && tm.tm_mon == 11 && tm.tm_mday == 31 && tm.tm_hour == 23);
	EXPECT(mktime64(2026, 1, 1, 0, 0, 0) == 1767225600);
	EXPECT(ktime_to_us(-1500) == -1);
}

/* 50 check 11 */
void ktest_error_pointers(void)
{
	EXPECT(IS_ERR((void *)-4095L));
	EXPECT(!IS_ERR((void *)-4096L));
	EXPECT(IS_ERR_OR_NULL(NULL));
	EXPECT(PTR_ERR(ERR_PTR(-12)) == -12);
}

/* 50 check 12 */
struct of16 {
	u64 words[2];
};
struct of12296 {
	u8 bytes[12296];
};
static_assert(_IOW('N', 113, struct of16) == 0x40104E71);
static_assert(_IOR('N', 133, struct of12296) == 0xB0084E85, "sizes beyond 8 KiB");
static_assert(_IOC_SIZE(0xC10C4E7A) == 268);

/* 50 check 19 */
void ktest_genpool(void)
{
	struct gen_pool *pool = gen_pool_create(12, -1);
	struct genpool_data_align align = { .align = 65536 };
	struct genpool_data_fixed fixed = { .offset = 0xFF000 };
	dma_addr_t phys = 0;

	EXPECT(gen_pool_add_virt(pool, 0x100000, 0x8000000, 1 << 20, -1) == 0);
	EXPECT(gen_pool_alloc_algo(pool, 4096, gen_pool_first_fit_align, &align) == 0x100000);
	EXPECT(gen_pool_alloc_algo(pool, 4096, gen_pool_first_fit_align, &align) == 0x110000);
	EXPECT(gen_pool_alloc_algo(pool, 4096, gen_pool_fixed_alloc, &fixed) == 0x1FF000);
	EXPECT(gen_pool_alloc_algo(pool, 4096, gen_pool_fixed_alloc, &fixed) == 0);
	EXPECT(gen_pool_avail(pool) == (1 << 20) - 12288);
	EXPECT(gen_pool_dma_alloc(pool, 1, &phys) == (void *)0x101000 && phys == 0x8001000);
	gen_pool_free(pool, 0x100000, 4096);
	gen_pool_free(pool, 0x101000, 1);
	gen_pool_free(pool, 0x110000, 4096);
	gen_pool_free(pool, 0x1FF000, 4096);
	EXPECT(gen_pool_avail(pool) == 1 << 20);
	gen_pool_destroy(pool);
}

struct item {
	int key;
	struct rb_node node;
};

static void insert(struct rb_root *root, struct item *item)
{
	struct rb_node **link = &root->rb_node, *parent = NULL;

	while (*link) {
		parent = *link;
		link = item->key < rb_entry(parent, struct item, node)->key ? &parent->rb_left :
									       &parent->rb_right;
	}
	rb_link_node(&item->node, parent, link);
	rb_insert_color(&item->node, root);
}

/* Black height, or -1 if a rule of red-black trees is broken. */
static int black_height(const struct rb_node *node)
{
	int left, right;
	bool red;

	if (!node)
		return 0;
	red = !(node->__rb_parent_color & 1);
	if (red && ((node->rb_left && !(node->rb_left->__rb_parent_color & 1)) ||
		    (node->rb_right && !(node->rb_right->__rb_parent_color & 1))))
		return -1;
	left = black_height(node->rb_left);
	right = black_height(node->rb_right);
	return left < 0 || left != right ? -1 : left + !red;
}

static bool in_order(const struct rb_root *root, int count)
{
	const struct rb_node *node;
	int last = -1;

	for (node = rb_first(root); node; node = rb_next(node), count--) {
		int key = rb_entry(node, struct item, node)->key;

		if (key <= last)
			return false;
		last = key;
	}
	return count == 0;
}

/* 50 check 20 */
void ktest_rbtree(void)
{
	static struct item items[257], few[3] = { { .key = 5 }, { .key = 1 }, { .key = 3 } };
	struct rb_root root = RB_ROOT, small = RB_ROOT;
	int i;

	for (i = 0; i < 3; i++)
		insert(&small, &few[i]);
	EXPECT(rb_entry(rb_first(&small), struct item, node)->key == 1);
	EXPECT(rb_entry(rb_next(rb_first(&small)), struct item, node)->key == 3);
	EXPECT(rb_entry(rb_last(&small), struct item, node)->key == 5);
	rb_erase(&few[2].node, &small);
	EXPECT(in_order(&small, 2) && rb_entry(rb_first(&small), struct item, node)->key == 1);

	for (i = 0; i < 257; i++) { /* 3 generates the numbers below 257 */
		items[i].key = i ? items[i - 1].key * 3 % 257 : 1;
		if (i == 256)
			items[i].key = 0;
		insert(&root, &items[i]);
		EXPECT(black_height(root.rb_node) >= 0 && in_order(&root, i + 1));
	}
	for (i = 0; i < 257; i++) {
		rb_erase(&items[i].node, &root);
		EXPECT(black_height(root.rb_node) >= 0 && in_order(&root, 256 - i));
	}
}

/* 50 check 5, the copies themselves */
void ktest_user_copies(void *good, void *hole)
{
	char text[16] = "sixteen bytes..";
	int value = 0;

	EXPECT(copy_to_user(NULL, text, 16) == 16);
	EXPECT(copy_to_user(hole, text, 16) == 16);
	EXPECT(copy_to_user((char *)hole - 5, text, 16) == 11); /* the page before it is good */
	EXPECT(copy_to_user(good, text, 16) == 0 && !memcmp(good, text, 16));
	EXPECT(copy_from_user(text, (char *)hole - 5, 16) == 11 && text[15] == 0);
	EXPECT(copy_from_user(text, (void *)0xffff800000000000UL, 16) == 16);
	EXPECT(put_user(7, (int *)good) == 0 && get_user(value, (int *)good) == 0 && value == 7);
	EXPECT(put_user(7, (int *)hole) == -EFAULT && get_user(value, (int *)hole) == -EFAULT);
	EXPECT(!access_ok((void *)0x7fffffffffffUL, 4096) && access_ok(good, 16));
	EXPECT(clear_user(good, 4) == 0 && *(int *)good == 0);
}
