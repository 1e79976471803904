// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kernel_read_file.h>
#include <linux/string.h>

#include "neuron_arch.h"

#define PRODUCT_NAME_FILE "/sys/class/dmi/id/product_name"
#define PRODUCT_NAME_MAX 128

static enum neuron_arch host_arch;
static u8 host_revision;

void narch_init(enum neuron_arch arch, u8 revision)
{
	if (host_arch != NEURON_ARCH_INVALID)
		return;
	host_arch = arch;
	host_revision = revision;
}

void narch_exit(void)
{
	host_arch = NEURON_ARCH_INVALID;
	host_revision = 0;
}

enum neuron_arch narch_get_arch(void)
{
	return host_arch;
}

u8 narch_get_revision(void)
{
	return host_revision;
}

bool narch_is_qemu(void)
{
	return host_revision == REVID_QEMU;
}

bool narch_is_emu(void)
{
	return host_revision == REVID_EMU;
}

int narch_read_product_name(char *name, size_t size)
{
	void *buf = name;
	size_t file_size;
	ssize_t len;

	/* Attributes claim to be a page long; asking for less and for the size makes it a partial read. */
	len = kernel_read_file_from_path(PRODUCT_NAME_FILE, 0, &buf, size - 1, &file_size,
					 READING_UNKNOWN);
	if (len < 0)
		return (int)len;
	name[len] = '\0';
	if (len > 0 && name[len - 1] == '\n')
		name[len - 1] = '\0';
	return 0;
}

enum neuron_platform_type narch_platform_type(const struct narch_platform_name *names)
{
	char product[PRODUCT_NAME_MAX];

	if (narch_read_product_name(product, sizeof(product)) != 0)
		return NEURON_PLATFORM_TYPE_INVALID;
	for (; names->prefix; names++)
		if (strncmp(product, names->prefix, strlen(names->prefix)) == 0)
			return names->type;
	return NEURON_PLATFORM_TYPE_STD;
}
