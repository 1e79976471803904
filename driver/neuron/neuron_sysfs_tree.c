// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The directories and files of the metric tree (chapter 22, 4, 12 and 14). */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kobject.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "neuron_device.h"
#include "neuron_dhal.h"
#include "neuron_sysfs_internal.h"

#define FILE_MODE 0644

#define MAX_DEPTH 5

/* --- the tree as data */

enum file_set {
	SET_NONE,
	SET_TP, /* total, present */
	SET_TPP, /* total, present, peak */
	SET_OTHER, /* computed files, listed by name */
	SET_STATUS, /* none, but one directory per status counter below */
};

struct named_file {
	const char *name;
	u8 id; /* non-NDS */
};

/* A directory lies below the last one of the depth before. */
struct directory {
	u8 depth;
	const char *name;
	bool device_row; /* its counters are the device's, not the core's */
	u8 set;
	u8 category;
	u8 id;
	struct named_file files[NSYSFS_FILES_PER_NODE];
};

#define DIR(depth, name)                                                                           \
	{                                                                                          \
		depth, name, true, SET_NONE, 0, 0,                                                 \
		{                                                                                  \
		}                                                                                  \
	}
#define CORE_DIR(depth, name)                                                                      \
	{                                                                                          \
		depth, name, false, SET_NONE, 0, 0,                                                \
		{                                                                                  \
		}                                                                                  \
	}
#define HOST_MEMORY(name, id)                                                                      \
	{                                                                                          \
		3, name, true, SET_TPP, NSYSFS_NON_NDS_METRIC, id,                                 \
		{                                                                                  \
		}                                                                                  \
	}
#define CORE_MEMORY(depth, name, id)                                                               \
	{                                                                                          \
		depth, name, false, SET_TPP, NSYSFS_NON_NDS_METRIC, id,                            \
		{                                                                                  \
		}                                                                                  \
	}
#define COUNTER(name, category, id)                                                                \
	{                                                                                          \
		3, name, false, SET_TP, category, id,                                              \
		{                                                                                  \
		}                                                                                  \
	}

static const struct directory device_directories[] = {
	{0,
	 "info",
	 true,
	 SET_OTHER,
	 0,
	 0,
	 {{"notify_delay", NSYSFS_NOTIFY_DELAY}, {"serial_number", NSYSFS_SERIAL_NUMBER}}},
	{1,
	 "architecture",
	 true,
	 SET_OTHER,
	 0,
	 0,
	 {{"arch_type", NSYSFS_ARCH_TYPE},
	  {"instance_type", NSYSFS_INSTANCE_TYPE},
	  {"device_name", NSYSFS_DEVICE_NAME}}},
	DIR(0, "stats"),
	DIR(1, "memory_usage"),
	DIR(2, "host_mem"),
	HOST_MEMORY("dma_buffers", NSYSFS_CODE_HOST),
	HOST_MEMORY("tensors", NSYSFS_TENSORS_HOST),
	HOST_MEMORY("constants", NSYSFS_CONSTANTS_HOST),
	HOST_MEMORY("application_memory", NSYSFS_MISC_HOST),
	HOST_MEMORY("driver_memory", NSYSFS_NCDEV_HOST),
	HOST_MEMORY("notifications", NSYSFS_NOTIFICATION_HOST),
	HOST_MEMORY("dma_rings", NSYSFS_DMA_RINGS_HOST),
	HOST_MEMORY("uncategorized", NSYSFS_UNCATEGORIZED_HOST),
	{1,
	 "hardware",
	 true,
	 SET_OTHER,
	 0,
	 0,
	 {{"sram_ecc_uncorrected", NSYSFS_ECC_SRAM_UNCORRECTED},
	  {"mem_ecc_uncorrected", NSYSFS_ECC_HBM_UNCORRECTED},
	  {"mem_ecc_repairable_uncorrected", NSYSFS_ECC_REPAIRABLE_HBM_UNCORRECTED}}},
};

/* Below the device's stats, made when the cores are there. */
static const struct directory power_directory[] = {
	{1, "power", true, SET_OTHER, 0, 0, {{"utilization", NSYSFS_POWER_UTILIZATION}}},
};

/* Below neuron_core<C>. */
static const struct directory core_directories[] = {
	DIR(1, "stats"),
	{2, "status", false, SET_STATUS, 0, 0, {}},
	CORE_DIR(2, "memory_usage"),
	CORE_MEMORY(3, "host_mem", NSYSFS_HOST_MEM),
	CORE_MEMORY(3, "device_mem", NSYSFS_DEVICE_MEM),
	CORE_MEMORY(4, "model_code", NSYSFS_CODE_DEVICE),
	CORE_MEMORY(4, "tensors", NSYSFS_TENSORS_DEVICE),
	CORE_MEMORY(4, "constants", NSYSFS_CONSTANTS_DEVICE),
	CORE_MEMORY(4, "model_shared_scratchpad", NSYSFS_SCRATCHPAD_DEVICE),
	CORE_MEMORY(4, "runtime_memory", NSYSFS_MISC_DEVICE),
	CORE_MEMORY(4, "driver_memory", NSYSFS_NCDEV_DEVICE),
	CORE_MEMORY(4, "collectives", NSYSFS_COLLECTIVES_DEVICE),
	CORE_MEMORY(4, "nonshared_scratchpad", NSYSFS_SCRATCHPAD_NONSHARED_DEVICE),
	CORE_MEMORY(4, "notifications", NSYSFS_NOTIFICATION_DEVICE),
	CORE_MEMORY(4, "dma_rings", NSYSFS_DMA_RINGS_DEVICE),
	CORE_MEMORY(4, "uncategorized", NSYSFS_UNCATEGORIZED_DEVICE),
	CORE_DIR(2, "other_info"),
	COUNTER("model_load_count", NSYSFS_NDS_NC_METRIC, NDS_NC_COUNTER_MODEL_LOAD_COUNT),
	COUNTER("reset_req_count", NSYSFS_NON_NDS_METRIC, NSYSFS_RESET_REQ_COUNT),
	COUNTER("reset_fail_count", NSYSFS_NON_NDS_METRIC, NSYSFS_RESET_FAIL_COUNT),
	COUNTER("inference_count", NSYSFS_NDS_NC_METRIC, NDS_NC_COUNTER_INFERENCE_COUNT),
	COUNTER("flop_count", NSYSFS_NDS_NC_METRIC, NDS_NC_COUNTER_MAC_COUNT),
	COUNTER("nc_time_in_use", NSYSFS_NDS_NC_METRIC, NDS_NC_COUNTER_TIME_IN_USE),
	{2, "tensor_engine", false, SET_OTHER, 0, 0, {{"pe_cntrs", NSYSFS_PE_ARRAY_ACTIVITY}}},
	DIR(1, "info"),
	{2, "architecture", false, SET_OTHER, 0, 0, {{"arch_type", NSYSFS_ARCH_TYPE}}},
};

/* --- reading and writing */

static struct nsysfs_node *node_of(struct kobject *kobj)
{
	return container_of(kobj, struct nsysfs_node, kobj);
}

static struct nsysfs_file *file_of(struct attribute *attr)
{
	return container_of(attr, struct nsysfs_file, attr);
}

/* The field of a counter that a file shows; NULL for a computed file. */
static u64 *field_of(const struct nsysfs_node *node, const struct nsysfs_file *file)
{
	struct nsysfs_counter *counter;

	if (file->kind == NSYSFS_OTHER)
		return NULL;
	counter = nsysfs_counter(node->nd, file->metric, node->nc);
	switch (file->kind) {
	case NSYSFS_TOTAL:
		return &counter->total;
	case NSYSFS_PRESENT:
		return &counter->present;
	default:
		return &counter->peak;
	}
}

static ssize_t show_file(struct kobject *kobj, struct attribute *attr, char *buf)
{
	struct nsysfs_node *node = node_of(kobj);
	struct nsysfs_file *file = file_of(attr);
	u64 *field = field_of(node, file);

	if (field)
		return sysfs_emit(buf, "%llu\n", READ_ONCE(*field));
	return nsysfs_other_show(node->nd, node->nc, file->id, buf);
}

static void store_notify_delay(struct nsysfs_node *node, const char *text)
{
	s64 value;

	if (kstrtoll(text, 10, &value) || (value != 0 && value != -1)) {
		pr_err("nd%d: sysfs: notify_delay: accepted are 0 and -1\n",
		       node->nd->device_index);
		return;
	}
	nsysfs_notify_on = value == 0;
}

/* Never an error: what cannot be done is only logged. */
static ssize_t store_file(struct kobject *kobj, struct attribute *attr, const char *buf,
			  size_t size)
{
	struct nsysfs_node *node = node_of(kobj);
	struct nsysfs_file *file = file_of(attr);
	u64 *field = field_of(node, file);

	if (field)
		*field = 0;
	else if (file->id == NSYSFS_NOTIFY_DELAY)
		store_notify_delay(node, buf);
	else
		pr_err("nd%d: sysfs: %s cannot be written\n", node->nd->device_index, attr->name);
	if (nsysfs_notify_on)
		sysfs_notify(kobj, NULL, attr->name);
	return size;
}

static const struct sysfs_ops file_ops = {.show = show_file, .store = store_file};

static void release_node(struct kobject *kobj)
{
	kfree(node_of(kobj));
}

static struct kobj_type node_type = {.release = release_node, .sysfs_ops = &file_ops};

/* --- making the tree */

/* Where the next directory goes. */
struct builder {
	struct neuron_device *nd;
	int nc; /* core, -1 outside of one */
	struct kobject *parent[MAX_DEPTH + 1]; /* by depth */
};

static void add_file(struct nsysfs_node *node, const char *name, enum nsysfs_kind kind, u8 id,
		     int metric)
{
	int i = 0;

	while (node->attrs[i])
		i++;
	node->files[i] = (struct nsysfs_file){
		.attr = {.name = name, .mode = FILE_MODE},
		.kind = kind,
		.id = id,
		.metric = metric,
	};
	sysfs_attr_init(&node->files[i].attr);
	node->attrs[i] = &node->files[i].attr;
}

static void add_counter_files(struct nsysfs_node *node, const struct directory *dir)
{
	int metric = nsysfsmetric_fold(dir->category, dir->id);

	add_file(node, "total", NSYSFS_TOTAL, 0, metric);
	add_file(node, "present", NSYSFS_PRESENT, 0, metric);
	if (dir->set == SET_TPP)
		add_file(node, "peak", NSYSFS_PEAK, 0, metric);
	nsysfs_counter(node->nd, metric, node->nc)->node = node;
}

static void add_files(struct nsysfs_node *node, const struct directory *dir)
{
	u32 i;

	if (dir->set == SET_TP || dir->set == SET_TPP)
		add_counter_files(node, dir);
	for (i = 0; i < NSYSFS_FILES_PER_NODE && dir->files[i].name; i++)
		add_file(node, dir->files[i].name, NSYSFS_OTHER, dir->files[i].id, -1);
}

static int make_directory(struct builder *at, const struct directory *dir)
{
	struct nsysfs_node *node = kzalloc(sizeof(*node), GFP_KERNEL);
	int ret;

	if (!node)
		return -ENOMEM;
	node->nd = at->nd;
	node->nc = dir->device_row ? -1 : at->nc;
	ret = kobject_init_and_add(&node->kobj, &node_type, at->parent[dir->depth], "%s",
				   dir->name);
	if (ret) {
		kobject_put(&node->kobj);
		return ret;
	}
	list_add(&node->list, &at->nd->sysfs_metrics.nodes);
	add_files(node, dir);
	node->group.attrs = node->attrs;
	at->parent[dir->depth + 1] = &node->kobj;
	return node->attrs[0] ? sysfs_create_group(&node->kobj, &node->group) : 0;
}

static int make_status_directories(struct builder *at, u8 depth)
{
	int ret = 0;
	u32 i;

	for (i = 0; i < NSYSFS_STATUS_COUNT && !ret; i++) {
		const struct directory dir = {
			.depth = depth,
			.name = nsysfs_status[i].name,
			.set = SET_TP,
			.category = NSYSFS_NDS_NC_METRIC,
			.id = nsysfs_status[i].counter,
		};

		ret = make_directory(at, &dir);
	}
	return ret;
}

static int make_directories(struct builder *at, const struct directory *dirs, u32 count)
{
	int ret = 0;
	u32 i;

	for (i = 0; i < count && !ret; i++) {
		ret = make_directory(at, &dirs[i]);
		if (!ret && dirs[i].set == SET_STATUS)
			ret = make_status_directories(at, dirs[i].depth + 1);
	}
	return ret;
}

static int make_core(struct neuron_device *nd, struct kobject *root, u32 nc)
{
	struct builder at = {.nd = nd, .nc = nc, .parent = {root}};
	char name[16];
	const struct directory dir = {.name = name};
	int ret;

	snprintf(name, sizeof(name), "neuron_core%u", nc);
	ret = make_directory(&at, &dir);
	return ret ? ret : make_directories(&at, core_directories, ARRAY_SIZE(core_directories));
}

static int make_tree(struct neuron_device *nd, struct kobject *root)
{
	struct builder at = {.nd = nd, .nc = -1, .parent = {root}};
	int ret = make_directories(&at, device_directories, ARRAY_SIZE(device_directories));
	u32 nc;

	for (nc = 0; nc < ndhal->data.nc_per_device && !ret; nc++)
		if (ndhal_nc_enabled(nc))
			ret = make_core(nd, root, nc);
	return ret ? ret : make_directories(&at, power_directory, ARRAY_SIZE(power_directory));
}

static void zero_counters(struct neuron_sysfs_metrics *tree)
{
	memset(tree->nc, 0, sizeof(tree->nc));
	memset(tree->nd, 0, sizeof(tree->nd));
}

void nsysfsmetric_init(struct neuron_device *nd)
{
	mutex_init(&nd->sysfs_metrics.lock);
	INIT_LIST_HEAD(&nd->sysfs_metrics.nodes);
}

int nsysfsmetric_register(struct neuron_device *nd, struct kobject *root)
{
	struct neuron_sysfs_metrics *tree = &nd->sysfs_metrics;
	int ret;

	mutex_lock(&tree->lock);
	zero_counters(tree);
	tree->root = root;
	mutex_unlock(&tree->lock);
	ret = make_tree(nd, root);
	if (ret)
		nsysfsmetric_destroy(nd);
	return ret;
}

void nsysfsmetric_destroy(struct neuron_device *nd)
{
	struct neuron_sysfs_metrics *tree = &nd->sysfs_metrics;

	if (!tree->root)
		return;
	mutex_lock(&tree->lock);
	zero_counters(tree);
	tree->root = NULL;
	mutex_unlock(&tree->lock);
	/* Children were added after their parents, so they come first. */
	while (!list_empty(&tree->nodes)) {
		struct nsysfs_node *node = list_first_entry(&tree->nodes, struct nsysfs_node, list);

		list_del(&node->list);
		if (node->attrs[0])
			sysfs_remove_group(&node->kobj, &node->group);
		kobject_put(&node->kobj);
	}
}
