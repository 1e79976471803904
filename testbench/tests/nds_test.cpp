// SPDX-License-Identifier: Apache-2.0
// libnds (docs/reference/20-datastore.md, sections 4 to 7; checks 1, 10 to 14, 17, 18).
#include "runtime/nds/nds.h"

#include <gtest/gtest.h>

#include "runtime/nds/instance.h"
#include "runtime/nrt/internal.h"
#include "testbench/tests/nrt_scripted_machine.h"

namespace nvp::test {
namespace {

class Nds : public ::testing::Test {
 protected:
  Nds() { EXPECT_EQ(nds_open(100, 0, &nds_), 0); }
  ~Nds() override {
    if (nds_) nds_close(nds_);
  }
  const unsigned char* bytes(std::size_t offset) const {
    return reinterpret_cast<const unsigned char*>(machine_.slab) + offset;
  }
  std::uint32_t hash_at(std::size_t offset) const {
    std::uint32_t hash;
    std::memcpy(&hash, bytes(offset), 4);
    return hash;
  }

  ScriptedMachine machine_;
  nds_instance_t* nds_ = nullptr;
};

TEST(NdsElements, Check1ByteAddresses) {
  using nds::nc_element;
  EXPECT_EQ(nc_element(2, 1) * 8, 0x2F8);
  EXPECT_EQ(nc_element(3, 30) * 8, 0x4D8);
  EXPECT_EQ(nc_element(0, 31) * 8, 0xDA80);
  EXPECT_EQ(nc_element(1, 32) * 8, 0xDC88);
  EXPECT_EQ(nc_element(3, 94) * 8, 0xE278);
  EXPECT_EQ(nc_element(4, 0) * 8, 0xE280);
  EXPECT_EQ(nc_element(7, 29) * 8, 0xEC68);
  EXPECT_EQ(nc_element(7, 31) * 8, 0xEC78);
  EXPECT_EQ(nc_element(15, 94) * 8, 0x10670);
  EXPECT_EQ(nc_element(0, 95), -1);
  EXPECT_EQ(nc_element(16, 0), -1);
}

TEST(NdsHash, VectorsOfSection6) {
  const unsigned char zero[672] = {};
  EXPECT_EQ(nds_hash("a", 1), 0xE40C292Cu);
  EXPECT_EQ(nds_hash("foobar", 6), 0xBF9CF968u);
  EXPECT_EQ(nds_hash(zero, 64), 0xDFDE6AC5u);
  EXPECT_EQ(nds_hash(zero, 260), 0xC13A6915u);
  EXPECT_EQ(nds_hash(zero, 672), 0x2516E645u);
}

TEST(NdsVersion, WordsOfSection5) {
  EXPECT_EQ(nds_version_word(2, 31, 24, 0), 0x0000021F00000018u);
  EXPECT_EQ(nds_version_word(2, 5, 1, 1), 0x0001020500000001u);
  EXPECT_EQ(nds_version_word(0, 0, 0, 1), 0x0001000000000000u);
}

TEST_F(Nds, Check10HeaderAfterProducerOpen) {
  const unsigned char header[] = {0x6E, 0x64, 0x73, 0x00, 0xA0, 0x86, 0x01, 0x00};
  EXPECT_EQ(std::memcmp(bytes(0), header, 8), 0);
}

TEST_F(Nds, Check10ReaderWithoutHeaderWaits500us) {
  machine_.slab[0] = 0;
  nds_instance_t* reader = nullptr;
  EXPECT_EQ(nds_open(100, 77, &reader), -EINVAL);
  EXPECT_EQ(reader, nullptr);
  EXPECT_EQ(machine_.now_ps, 500'000'000u);
}

TEST_F(Nds, Check10ReaderSeesAHeaderThatComesMeanwhile) {
  machine_.slab[0] = 0;
  machine_.on_sleep = [this] { machine_.slab[0] = NDS_HEADER; };
  nds_instance_t* reader = nullptr;
  EXPECT_EQ(nds_open(100, 77, &reader), 0);
  EXPECT_EQ(nds_close(reader), 0);
}

TEST_F(Nds, OpenPassesTheDriversErrorsOn) {
  machine_.acquire_error = -ENOMEM;
  nds_instance_t* none = nullptr;
  EXPECT_EQ(nds_open(100, 0, &none), -ENOMEM);
  EXPECT_EQ(none, nullptr);
}

TEST_F(Nds, SlabThatIsTooSmall) {  // section 7
  nds_instance_t* other = nullptr;
  machine_.slab_size = 0x1067F;
  EXPECT_EQ(nds_open(100, 0, &other), -EINVAL);
  EXPECT_EQ(other, nullptr);
  EXPECT_EQ(machine_.count("release"), 1u);
  machine_.slab_size = 0x10680;
  EXPECT_EQ(nds_open(100, 0, &other), 0);
  nds_close(other);
}

TEST_F(Nds, Check11ProcessInfo) {
  nds_obj_t* obj = nds_obj_new(nds_, NDS_OBJ_PROCESS_INFO);
  auto* info = static_cast<nds_process_info_t*>(nds_obj_record(obj));
  std::strcpy(info->tag, "4242");
  info->runtime_version = nrt::version_triple("2.31.24.0");
  EXPECT_EQ(nds_obj_commit(obj), 0);
  EXPECT_EQ(hash_at(0x4E0), 0xEE5B48F6u);
  EXPECT_EQ(std::memcmp(bytes(0x4E0 + 4),
                        "\0"
                        "4242",
                        5),
            0);
  EXPECT_EQ(std::memcmp(bytes(0x4E0 + 56), "\x02\x1F\x00\x00\x18\x00\x00\x00", 8), 0);
  EXPECT_EQ(nds_obj_delete(obj), 0);
  EXPECT_EQ(hash_at(0x4E0), 0xEE5B48F6u);  // stays published

  nds_obj_t* ext = nds_obj_new(nds_, NDS_OBJ_PROCESS_INFO_EXT);
  std::strcpy(static_cast<nds_process_info_ext_t*>(nds_obj_record(ext))->tag, "4242");
  EXPECT_EQ(nds_obj_commit(ext), 0);
  EXPECT_EQ(hash_at(0xAD28), 0xF0D20E65u);
  nds_obj_delete(ext);

  nds_obj_t* read = nds_read_process_info(nds_);
  ASSERT_NE(read, nullptr);
  EXPECT_STREQ(static_cast<nds_process_info_t*>(nds_obj_record(read))->tag, "4242");
  nds_obj_delete(read);
}

TEST_F(Nds, Check12ModelRecord) {
  nds_obj_t* obj = nds_obj_new(nds_, NDS_OBJ_MODEL_NODE);
  auto* model = static_cast<nds_model_node_t*>(nds_obj_record(obj));
  model->model_id = 1;
  std::strcpy(model->name, "demo");
  model->nc_index = 3;
  model->usage[NDS_USAGE_DEVICE][3] = {4096, 1, 0};
  EXPECT_EQ(nds_obj_commit(obj), 0);
  EXPECT_EQ(hash_at(0x528), 0xF3E478C9u);
  EXPECT_EQ(*bytes(0x528 + 0x218), 1);
  nds_obj_delete(obj);
  EXPECT_EQ(hash_at(0x528), 0u);
  EXPECT_EQ(machine_.slab[0x520 / 8], 0u);
  EXPECT_EQ(NDS_MODEL_RECORDS_OFFSET + 5 * NDS_MODEL_RECORD_SIZE, 0x1248);
}

TEST_F(Nds, Check13SixtyFourRecords) {
  std::vector<nds_obj_t*> all;
  for (int i = 0; i < 64; i++) {
    all.push_back(nds_obj_new(nds_, NDS_OBJ_MODEL_NODE));
    EXPECT_EQ(nds_obj_commit(all.back()), 0);
  }
  nds_obj_t* extra = nds_obj_new(nds_, NDS_OBJ_MODEL_NODE);
  static_cast<nds_model_node_t*>(nds_obj_record(extra))->model_id = 65;
  EXPECT_EQ(nds_obj_commit(extra), 28);
  nds_obj_delete(all[7]);
  EXPECT_EQ(machine_.slab[0x520 / 8], ~(std::uint64_t{1} << 7));
  EXPECT_EQ(nds_obj_commit(extra), 0);
  EXPECT_EQ(*bytes(0x528 + 7 * 672 + 4), 65);
  EXPECT_EQ(nds_obj_commit(extra), 0);  // later commits reuse the slot

  nds_obj_t** nodes = nullptr;
  std::size_t count = 0;
  EXPECT_EQ(nds_read_all_model_nodes(nds_, &nodes, &count), 0);
  ASSERT_EQ(count, 64u);
  EXPECT_EQ(static_cast<nds_model_node_t*>(nds_obj_record(nodes[7]))->model_id, 65u);
  nds_free_model_nodes(nodes, count);
  for (int i = 0; i < 64; i++) {
    if (i != 7) nds_obj_delete(all[static_cast<std::size_t>(i)]);
  }
  nds_obj_delete(extra);
}

TEST_F(Nds, ReadersCopyOfAModelLeavesTheSlabAlone) {  // section 7
  nds_obj_t* obj = nds_obj_new(nds_, NDS_OBJ_MODEL_NODE);
  EXPECT_EQ(nds_obj_commit(obj), 0);
  const std::uint32_t hash = hash_at(0x528);
  nds_instance_t* reader = nullptr;
  ASSERT_EQ(nds_open(100, 77, &reader), 0);
  nds_obj_t** nodes = nullptr;
  std::size_t count = 0;
  EXPECT_EQ(nds_read_all_model_nodes(reader, &nodes, &count), 0);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(nds_obj_delete(nodes[0]), 0);
  nds_free_model_nodes(nodes, 0);
  EXPECT_EQ(hash_at(0x528), hash);
  EXPECT_EQ(machine_.slab[0x520 / 8], 1u);
  nds_close(reader);
  nds_obj_delete(obj);
}

TEST_F(Nds, Check14ReaderHandle) {
  EXPECT_EQ(nds_increment_nc_counter(nds_, 0, 1, 5), 0);
  nds_instance_t* reader = nullptr;
  ASSERT_EQ(nds_open(100, 77, &reader), 0);
  std::uint64_t value = 9;
  EXPECT_EQ(nds_increment_nc_counter(reader, 0, 1, 1), -1);
  EXPECT_EQ(nds_set_nc_counter(reader, 0, 1, &value), -1);
  EXPECT_EQ(nds_increment_nd_counter(reader, 6, 1), -1);
  EXPECT_EQ(nds_get_nc_counter(reader, 0, 1, &value), 0);
  EXPECT_EQ(value, 5u);
  nds_obj_t* obj = nds_obj_new(reader, NDS_OBJ_PROCESS_INFO);
  EXPECT_EQ(nds_obj_commit(obj), -EINVAL);
  nds_obj_delete(obj);
  nds_close(reader);
}

TEST_F(Nds, Check17StatusCounters) {
  nrt::publish_generic_status(nds_, 0, NRT_LOAD_NOT_ENOUGH_NC);
  EXPECT_EQ(machine_.nc(0, 18), 1u);
  const std::vector<std::uint64_t> before(machine_.slab, machine_.slab + 8192);
  nrt::publish_generic_status(nds_, 0, NRT_INVALID_HANDLE);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), machine_.slab));
  nrt::publish_error_stats(nds_, 0, 1u << 5 | 1u << 8);
  EXPECT_EQ(machine_.nc(0, 36), 1u);
  EXPECT_EQ(machine_.nc(0, 39), 1u);
  EXPECT_EQ(machine_.nc(0, 37), 0u);
}

TEST_F(Nds, Check18FeatureBits) {
  EXPECT_EQ(nds_or_nd_counter(nds_, 3, 1), 0);
  EXPECT_EQ(machine_.slab[0x20 / 8], 2u);
  EXPECT_EQ(nds_or_nd_counter(nds_, 3, 1), 0);
  EXPECT_EQ(machine_.slab[0x20 / 8], 2u);
  EXPECT_EQ(nds_or_nd_counter(nds_, 3, 64), -EINVAL);
}

TEST_F(Nds, CountersAndTheirLimits) {
  std::uint64_t value = 7;
  EXPECT_EQ(nds_set_nd_counter(nds_, 30, &value), 0);
  EXPECT_EQ(nds_increment_nd_counter(nds_, 31, 1), -EINVAL);
  EXPECT_EQ(nds_increment_nc_counter(nds_, 16, 0, 1), -EINVAL);
  EXPECT_EQ(nds_increment_nc_counter(nds_, 0, 95, 1), -EINVAL);
  EXPECT_EQ(nds_decrement_nc_counter(nds_, 0, 22, 1), 0);
  EXPECT_EQ(machine_.nc(0, 22), ~std::uint64_t{0});  // wraps
  EXPECT_EQ(nds_increment_nc_counter(nullptr, 0, 0, 1), -1);
  EXPECT_EQ(nds_obj_commit(nullptr), -EINVAL);
  EXPECT_EQ(nds_obj_new(nds_, static_cast<nds_obj_type_t>(3)), nullptr);
}

TEST_F(Nds, RecordThatIsNotPublishedIsReadTwice) {  // section 6.5
  EXPECT_EQ(nds_read_process_info(nds_), nullptr);
  EXPECT_EQ(machine_.now_ps, 200'000'000u);
}

TEST_F(Nds, TornRecordIsAcceptedAtTheSecondRead) {
  nds_obj_t* obj = nds_obj_new(nds_, NDS_OBJ_PROCESS_INFO);
  nds_obj_commit(obj);
  const std::uint64_t saved = machine_.slab[0x4E8 / 8];
  machine_.slab[0x4E8 / 8] = 99;
  machine_.on_sleep = [this, saved] { machine_.slab[0x4E8 / 8] = saved; };
  nds_obj_t* read = nds_read_process_info(nds_);
  EXPECT_NE(read, nullptr);
  nds_obj_delete(read);
  nds_obj_delete(obj);
}

}  // namespace
}  // namespace nvp::test
