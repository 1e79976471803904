/* SPDX-License-Identifier: Apache-2.0 */
/* The commands (docs/reference/11-fw-io.md, 12.4). */
#include "model/firmware/firmware.h"

enum command {
	COMMAND_READ = 1,
	COMMAND_POST_TO_CW = 2,
	COMMAND_SET_POWER_PROFILE = 3,
	COMMAND_GET_DATA = 4,
	COMMAND_SET_FEATURE = 5,
};

enum {
	DATA_PERF_PROFILE = 1,
	DATA_AVAILABLE_PROFILES = 2,
	OPERATION_ALL = 0,
	OPERATION_HBM_7200 = 5,
	BITMAP_WORDS = 8,
	PERF_PROFILE_BYTES = 8,
	AVAILABLE_PROFILES_BYTES = 33,
};

static uint32_t payload_word(unsigned int i)
{
	return hal_read32(FRAME_PAYLOAD + 4 * i);
}

static void answer_word(unsigned int i, uint32_t value)
{
	hal_write32(ANSWER_PAYLOAD + 4 * i, value);
}

static bool read_device(uint64_t address, uint32_t *value)
{
	uint64_t in_miscram = address - config64(FW_CONFIG_MISCRAM_BASE);

	if (address % 4)
		return false;
	if (in_miscram < MISCRAM_CTRL) { /* the shared words, through this processor's own port */
		*value = miscram_read((uint32_t)in_miscram);
		return true;
	}
	hal_write32(MGMT_DEVICE_WINDOW_BASE + DEVICE_WINDOW_ADDR_LO, (uint32_t)address);
	hal_write32(MGMT_DEVICE_WINDOW_BASE + DEVICE_WINDOW_ADDR_HI, (uint32_t)(address >> 32));
	*value = hal_read32(MGMT_DEVICE_WINDOW_BASE + DEVICE_WINDOW_DATA);
	return !(hal_read32(MGMT_DEVICE_WINDOW_BASE + DEVICE_WINDOW_STATUS) &
		 DEVICE_WINDOW_STATUS_MISSED_MASK);
}

static uint32_t read_registers(struct exchange *x, uint32_t size)
{
	uint32_t n = size / 8;

	if (!size || size % 8)
		return CODE_FAIL;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t address = payload_word(2 * i);
		uint32_t value;

		address |= (uint64_t)payload_word(2 * i + 1) << 32;
		if (!read_device(address, &value))
			return CODE_FAIL;
		answer_word(i, value); /* lies before the next address */
	}
	x->answer_size = 4 * n;
	return CODE_SUCCESS;
}

static uint32_t post_to_cw(uint32_t size)
{
	uint8_t blob[MAX_PAYLOAD];

	if (size > MAX_PAYLOAD)
		return CODE_FAIL;
	for (uint32_t at = 0; at < size; at += 4) {
		uint32_t word = hal_read32(FRAME_PAYLOAD + at);

		for (uint32_t i = 0; i < 4; i++, word >>= 8)
			blob[at + i] = (uint8_t)word;
	}
	hal_cw(blob, size);
	count(FW_COUNT_POSTS, 1);
	count(FW_COUNT_POST_BYTES, size);
	return CODE_SUCCESS;
}

static uint32_t set_power_profile(struct firmware *fw, uint32_t size)
{
	uint32_t wanted, profile;

	if (size != PERF_PROFILE_BYTES)
		return CODE_FAIL;
	wanted = payload_word(1);
	profile = wanted & 0xff;
	if (!(config32(FW_CONFIG_PROFILES_ALL + profile / 32) >> profile % 32 & 1))
		return CODE_FAIL;
	fw->profile = wanted;
	return CODE_SUCCESS;
}

static uint32_t get_perf_profile(const struct firmware *fw, struct exchange *x)
{
	answer_word(0, 0);
	answer_word(1, fw->profile);
	x->answer_size = PERF_PROFILE_BYTES;
	return CODE_SUCCESS;
}

static uint32_t bits(uint32_t word)
{
	uint32_t n = 0;

	for (; word; word &= word - 1)
		n++;
	return n;
}

/* One byte with the number of profiles, then the bitmap: every word of it moves up by a byte. */
static uint32_t get_available_profiles(struct exchange *x, uint32_t operation)
{
	unsigned int bitmap = FW_CONFIG_PROFILES_ALL;
	uint32_t carried = 0;

	if (operation == OPERATION_HBM_7200)
		bitmap = FW_CONFIG_PROFILES_HBM_7200;
	else if (operation != OPERATION_ALL)
		return CODE_FAIL;
	for (unsigned int i = 0; i < BITMAP_WORDS; i++)
		carried += bits(config32(bitmap + i));
	carried &= 0xff;
	for (unsigned int i = 0; i < BITMAP_WORDS; i++) {
		uint32_t word = config32(bitmap + i);

		answer_word(i, carried | word << 8);
		carried = word >> 24;
	}
	answer_word(BITMAP_WORDS, carried);
	x->answer_size = AVAILABLE_PROFILES_BYTES;
	return CODE_SUCCESS;
}

static uint32_t get_data(const struct firmware *fw, struct exchange *x, uint32_t size)
{
	uint32_t request = size ? payload_word(0) : 0;

	if (size >= 1 && (request & 0xff) == DATA_PERF_PROFILE)
		return get_perf_profile(fw, x);
	if (size >= 3 && (request & 0xff) == DATA_AVAILABLE_PROFILES)
		return get_available_profiles(x, request >> 8 & 0xffff);
	return CODE_FAIL;
}

static uint32_t set_feature(struct firmware *fw, uint32_t size)
{
	if (size < 1)
		return CODE_FAIL;
	fw->features = (uint8_t)payload_word(0);
	return CODE_SUCCESS;
}

void execute(struct firmware *fw, struct exchange *x, uint32_t crc)
{
	uint32_t size = x->size - REQUEST_HEADER;
	uint32_t dword0 = x->sequence | x->command << 8 | x->size << 16;

	hal_cycles(config32(FW_CONFIG_DISPATCH_CYCLES));
	if (frame_crc(dword0, FRAME_PAYLOAD, size) != crc) {
		count(FW_COUNT_CRC_ERRORS, 1);
		x->code = CODE_FAIL;
		return;
	}
	switch (x->command) {
	case COMMAND_READ:
		x->code = read_registers(x, size);
		break;
	case COMMAND_POST_TO_CW:
		x->code = post_to_cw(size);
		break;
	case COMMAND_SET_POWER_PROFILE:
		x->code = set_power_profile(fw, size);
		break;
	case COMMAND_GET_DATA:
		x->code = get_data(fw, x, size);
		break;
	case COMMAND_SET_FEATURE:
		x->code = set_feature(fw, size);
		break;
	default:
		x->code = CODE_UNKNOWN_COMMAND;
		break;
	}
}
