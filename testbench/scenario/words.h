// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_WORDS_H_
#define NEURON_VP_TESTBENCH_SCENARIO_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nvp::scenario {

// Names for numbers, generated from the data of the driver and the runtime (words.py).

/// A number that has a name, and what it means.
struct Word {
  std::string_view name;
  std::uint64_t value;
  std::string_view meaning;
};

/// A table of words, in the order of the data.
struct Words {
  const Word* first;
  std::size_t count;
  const Word* begin() const { return first; }
  const Word* end() const { return first + count; }
  const Word* find(std::string_view name) const;
  const Word* find(std::uint64_t value) const;
};

Words metric_ids();      ///< chapter 21, section 2
Words ioctl_commands();  ///< chapter 23, section 5: command words
Words nrt_statuses();    ///< chapter 32, section 1
Words nd_counters();     ///< chapter 20, section 4.1
Words nc_counters();     ///< chapter 20, sections 4.2 and 4.3

/// The slow tick on which a metric id is posted: 0, 1, 15 (both), or 255 if no row of the registry
/// has it.
unsigned tick_of_metric(std::uint8_t id);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_WORDS_H_
