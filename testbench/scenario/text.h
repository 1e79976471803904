// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_TEXT_H_
#define NEURON_VP_TESTBENCH_SCENARIO_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/sim/clock.h"

namespace nvp::scenario {

/// A number without sign, decimal or 0x; underscores may group digits ("75_000"). Nothing if it is
/// none.
std::optional<std::uint64_t> parse_unsigned(std::string_view text);
/// The same with a sign.
std::optional<std::int64_t> parse_signed(std::string_view text);

/// A duration, in ps: a decimal number and a unit of ps, ns, us, ms, s, min, h, d ("1.5 s",
/// "150s"); a bare 0 needs no unit. Nothing if it is none, is not a whole number of ps, or passes
/// 100 days.
std::optional<ps_t> parse_duration(std::string_view text);
constexpr std::string_view kDurationForm =
    "a number and a unit of ps, ns, us, ms, s, min, h or d, at most 100 d";
constexpr ps_t kMaxDuration = 100 * 86'400 * kPsPerSecond;

/// Exact and short: "150.020 s", "4 ms", "0 s".
std::string format_time(ps_t time);

/// Length of the UTF-8 sequence at `text[i]`, 0 if it is not text (or is a control byte other than
/// tab, CR, LF).
std::size_t sequence_length(std::string_view text, std::size_t i);

/// Offset of the first byte that is not UTF-8 text (or is a control byte other than tab, CR, LF),
/// or npos.
std::size_t first_bad_byte(std::string_view text);

/// At most `limit` bytes of `text`, "..." standing for the rest.
std::string shorten(std::string_view text, std::size_t limit);

/// "a, b, c".
std::string join(const std::vector<std::string>& words);

/// The accepted name that `word` most probably meant; empty if none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& accepted);

/// "; did you mean \"x\"?" or nothing, then "; accepted: a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string>& accepted);

/// True if `word` is like `pattern`, in which `*` stands for any text.
bool matches_glob(std::string_view pattern, std::string_view word);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_TEXT_H_
