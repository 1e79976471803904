/* SPDX-License-Identifier: Apache-2.0 */
/* Doorbell dispatch and the two engines (docs/reference/11-fw-io.md, 12.1 to 12.3). */
#include "model/firmware/firmware.h"

enum { API_NEW_ENGINE = 7, LARGEST_NEW_FRAME = REQUEST_HEADER + MAX_PAYLOAD };

static void read_header(struct exchange *x, uint32_t dword0)
{
	x->sequence = dword0 & 0xff;
	x->command = dword0 >> 8 & 0xff;
	x->size = dword0 >> 16;
	x->code = CODE_FAIL;
	x->answer_size = 0;
}

static uint32_t answer_header(const struct exchange *x, uint32_t header)
{
	return x->sequence | x->code << 8 | (x->answer_size + header) << 16;
}

static bool dma(uint64_t host, uint32_t local, uint32_t size, bool to_host)
{
	hal_cycles(config32(FW_CONFIG_DMA_SETUP_CYCLES));
	return hal_dma(host, local, size, to_host) == 0;
}

/* A pointer from the host without its window bit; false if it does not lie in host memory. */
static bool host_address(uint32_t high, uint32_t low, uint64_t *address)
{
	uint64_t window = config64(FW_CONFIG_HOST_WINDOW);
	uint64_t value = (uint64_t)miscram_read(high) << 32;

	value |= miscram_read(low);
	*address = value & ~window;
	return (value & window) != 0;
}

static bool answer_legacy(const struct exchange *x, uint64_t response)
{
	/* The host looks at the sequence byte, so the header goes last. */
	if (x->answer_size &&
	    !dma(response + LEGACY_ANSWER_HEADER, ANSWER_PAYLOAD, x->answer_size, true))
		return false;
	hal_write32(FW_BUFFER, answer_header(x, LEGACY_ANSWER_HEADER));
	return dma(response, FW_BUFFER, LEGACY_ANSWER_HEADER, true);
}

/* False if the request cannot be answered. */
static bool serve_legacy(struct firmware *fw)
{
	struct exchange x;
	uint64_t request, response;
	bool reachable;

	reachable = host_address(MISCRAM_REQUEST_BASE_ADDR_HIGH, MISCRAM_REQUEST_BASE_ADDR_LOW,
				 &request);
	reachable &= host_address(MISCRAM_RESPONSE_BASE_ADDR_HIGH, MISCRAM_RESPONSE_BASE_ADDR_LOW,
				  &response);
	if (!reachable || !dma(request, FW_BUFFER, REQUEST_HEADER, false))
		return false;
	read_header(&x, hal_read32(FW_BUFFER));
	if (x.size < REQUEST_HEADER)
		return false;
	if (x.size > REQUEST_HEADER &&
	    !dma(request + REQUEST_HEADER, FRAME_PAYLOAD, x.size - REQUEST_HEADER, false))
		return false;
	execute(fw, &x, hal_read32(FW_BUFFER + 4));
	return answer_legacy(&x, response);
}

static void fetch_data_window(uint32_t size)
{
	for (uint32_t at = 0; at < size; at += 4)
		hal_write32(FRAME_PAYLOAD + at, miscram_read(MISCRAM_DATA(0) + at));
}

static void answer_new(const struct exchange *x)
{
	uint32_t header = answer_header(x, NEW_ANSWER_HEADER);
	uint32_t crc = frame_crc(header, ANSWER_PAYLOAD, x->answer_size);

	for (uint32_t at = 0; at < x->answer_size; at += 4)
		miscram_write(MISCRAM_DATA(0) + at, hal_read32(ANSWER_PAYLOAD + at));
	miscram_write(MISCRAM_REQUEST_BASE_ADDR_LOW, crc);
	miscram_write(MISCRAM_REQUEST_BASE_ADDR_HIGH, header);
}

/* False if the host has given this request up: its successor's header is in the registers now. */
static bool serve_new(struct firmware *fw, uint32_t trigger_count)
{
	struct exchange x;
	uint32_t crc;

	read_header(&x, miscram_read(MISCRAM_REQUEST_BASE_ADDR_HIGH));
	crc = miscram_read(MISCRAM_REQUEST_BASE_ADDR_LOW);
	if (x.size >= REQUEST_HEADER && x.size <= LARGEST_NEW_FRAME) {
		fetch_data_window(x.size - REQUEST_HEADER);
		execute(fw, &x, crc);
	}
	if (miscram_read(MISCRAM_TRIGGER_COUNT) != trigger_count)
		return false;
	answer_new(&x);
	return true;
}

void mailbox_service(struct firmware *fw)
{
	for (;;) {
		uint32_t trigger_count = miscram_read(MISCRAM_TRIGGER_COUNT);
		uint32_t reset = miscram_read(MISCRAM_RESET);

		if (reset == RESET_DEVICE || reset == RESET_TPB) {
			reset_accept(fw, (enum reset_type)reset);
			return;
		}
		if (miscram_read(MISCRAM_ACK) == 1 && fw->api_version >= API_NEW_ENGINE) {
			if (!serve_new(fw, trigger_count))
				continue;
		} else if (!serve_legacy(fw)) {
			count(FW_COUNT_DROPPED, 1);
			print("mailbox: request without an answer\n");
		}
		miscram_write(MISCRAM_ACK, 0);
		miscram_write(MISCRAM_TRIGGER, 0);
		if (miscram_read(MISCRAM_TRIGGER_COUNT) == trigger_count)
			return;
	}
}
