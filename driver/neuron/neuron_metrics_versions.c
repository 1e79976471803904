// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Which versions of runtime, framework and FAL are in use, and how often (chapter 21.4.3). */
#include <linux/kernel.h>

#include "neuron_fidelity.h"
#include "neuron_metrics_internal.h"

void nmetric_history_enter(struct nmetric_history *history, u64 word)
{
	u32 least = 0, i;

	if (word == 0)
		return;
	for (i = 0; i < NMETRIC_VERSION_SLOTS; i++) {
		if (history->word[i] == word) {
			history->usage[i]++;
			return;
		}
		if (history->usage[i] < history->usage[least])
			least = i;
	}
	history->word[least] = word;
	history->usage[least] = 1;
}

bool nmetric_history_pick(struct nmetric_history *history, u64 *word)
{
	u32 most = 0, i;

	for (i = 1; i < NMETRIC_VERSION_SLOTS; i++)
		if (history->usage[i] > history->usage[most])
			most = i;
	if (history->usage[most] == 0)
		return false;
	*word = history->word[most];
	history->usage[most] = 0;
	return true;
}

/* A word beyond the eighth different one cannot enter: eight words fill the history. */
static void remember_dead(struct nmetric_dead_words *dead, u64 word)
{
	u32 i;

	for (i = 0; i < dead->count; i++)
		if (dead->word[i] == word)
			return;
	if (word != 0 && dead->count < NMETRIC_VERSION_SLOTS)
		dead->word[dead->count++] = word;
}

void nmetric_versions_died(struct neuron_metrics *metrics, u8 component, u64 word)
{
	if (NEURON_FIDELITY(VERSION_OF_THE_DEAD, ANOTHER_USE))
		nmetric_history_enter(&metrics->component_versions[component], word);
	else
		remember_dead(&metrics->dead_words[component], word);
}

static bool history_has_use_of(const struct nmetric_history *history, u64 word)
{
	u32 i;

	for (i = 0; i < NMETRIC_VERSION_SLOTS; i++)
		if (history->usage[i] > 0 && history->word[i] == word)
			return true;
	return false;
}

static void enter_if_absent(struct nmetric_history *history, u64 word)
{
	u32 i;

	if (history_has_use_of(history, word))
		return;
	for (i = 0; i < NMETRIC_VERSION_SLOTS; i++) {
		if (history->usage[i] == 0) {
			history->word[i] = word;
			history->usage[i] = 1;
			return;
		}
	}
}

void nmetric_versions_enter_dead(struct neuron_metrics *metrics, u8 component)
{
	struct nmetric_dead_words *dead = &metrics->dead_words[component];
	u32 i;

	for (i = 0; i < dead->count; i++)
		enter_if_absent(&metrics->component_versions[component], dead->word[i]);
	dead->count = 0;
}
