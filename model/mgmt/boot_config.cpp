// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/boot_config.h"

namespace nvp::mgmt {
namespace {

void put64(BootConfig& words, unsigned at, std::uint64_t value) {
  words[at] = static_cast<std::uint32_t>(value);
  words[at + 1] = static_cast<std::uint32_t>(value >> 32);
}

// A bitmap of bytes as words, bit p of the whole being bit p % 32 of word p / 32.
void put_bitmap(BootConfig& words, unsigned at, const std::array<std::uint8_t, 32>& bitmap) {
  for (std::size_t i = 0; i < bitmap.size(); ++i) {
    words[at + i / 4] |= std::uint32_t{bitmap[i]} << (8 * (i % 4));
  }
}

}  // namespace

static_assert(4 * FW_CONFIG_WORDS <= FW_CONFIG_BYTES, "the configuration outgrew its place");

BootConfig boot_config(const Config& config, const sim::Clock& mgmt) {
  const FirmwareConfig& firmware = config.firmware;
  const generation::Generation& generation = *config.generation;
  BootConfig words{};
  words[FW_CONFIG_API_VERSION] = firmware.api_version;
  words[FW_CONFIG_DEVICE_ID] = config.routing_id;
  put64(words, FW_CONFIG_SERIAL,
        firmware.serial.value_or(default_serial(config.node, config.device)));
  words[FW_CONFIG_INSTANCE_PARTITION] = firmware.instance_partition;
  words[FW_CONFIG_SERVER_RACK] = firmware.server_rack;
  put64(words, FW_CONFIG_RESERVATION, firmware.reservation_id);
  put64(words, FW_CONFIG_BOOT_CYCLES, mgmt.index_at_or_after(firmware.boot_ps));
  put64(words, FW_CONFIG_DEVICE_RESET_CYCLES, mgmt.index_at_or_after(firmware.device_reset_ps));
  put64(words, FW_CONFIG_TPB_RESET_CYCLES, mgmt.index_at_or_after(firmware.tpb_reset_ps));
  put64(words, FW_CONFIG_DEAD_CYCLES, mgmt.index_at_or_after(firmware.reset_dead_ps));
  put64(words, FW_CONFIG_HOST_WINDOW, generation.pci_host_base);
  put64(words, FW_CONFIG_MISCRAM_BASE, generation.miscram_device_base);
  words[FW_CONFIG_DICE] = generation.dice;
  words[FW_CONFIG_HBM_STACKS] = generation.hbm_stacks;
  words[FW_CONFIG_DISPATCH_CYCLES] = generation.mgmt_dispatch;
  words[FW_CONFIG_DMA_SETUP_CYCLES] = generation.mgmt_dma_setup;
  put_bitmap(words, FW_CONFIG_PROFILES_ALL, firmware.profiles_all);
  put_bitmap(words, FW_CONFIG_PROFILES_HBM_7200, firmware.profiles_hbm_7200);
  return words;
}

}  // namespace nvp::mgmt
