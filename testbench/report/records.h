// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_REPORT_RECORDS_H_
#define NEURON_VP_TESTBENCH_REPORT_RECORDS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nvp::report {

/// One record of a post: {id, length, ASCII} (docs/reference/21-metrics.md, section 5).
struct Record {
  std::uint8_t id = 0;
  std::string value;
};

/// A post's records, and what is wrong with its bytes ("" if nothing: every byte belongs to a
/// record).
struct Decoded {
  std::vector<Record> records;
  std::string problem;
};
Decoded decode_records(const std::uint8_t* data, std::size_t size);

/// The name of an id without its prefix ("NERR_OK"), or "UNASSIGNED".
std::string_view record_name(std::uint8_t id);
/// What the id means, or "".
std::string_view record_meaning(std::uint8_t id);

/// The slow tick that made a post, from the ids in it: 0, 1, or -1 if they do not tell.
int tick_of(const std::vector<Record>& records);

/// `value` with every byte that is not printable ASCII as \xNN.
std::string printable(std::string_view value);

/// One post as one line: NERR_OK=100 NC_UTILIZATION=6...
std::string one_line(const std::vector<Record>& records);

/// Posts of a telemetry stream: hexadecimal text (one post per line; blank lines and what follows a
/// # are ignored) or binary (one post), told apart by the bytes. Throws Error for text that is
/// neither.
std::vector<std::vector<std::uint8_t>> read_stream(const std::string& content,
                                                   const std::string& file_name);

}  // namespace nvp::report

#endif  // NEURON_VP_TESTBENCH_REPORT_RECORDS_H_
