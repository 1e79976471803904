// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace nvp::scenario {
namespace {

struct Unit {
  std::string_view name;
  ps_t ps;
};

constexpr Unit kUnits[] = {{"ps", 1},
                           {"ns", kPsPerNs},
                           {"us", kPsPerUs},
                           {"ms", kPsPerMs},
                           {"s", kPsPerSecond},
                           {"min", 60 * kPsPerSecond},
                           {"h", 3600 * kPsPerSecond},
                           {"d", 86'400 * kPsPerSecond}};

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// value = value * factor + add, false on overflow.
bool extend(std::uint64_t& value, std::uint64_t factor, std::uint64_t add) {
  return !__builtin_mul_overflow(value, factor, &value) &&
         !__builtin_add_overflow(value, add, &value);
}

}  // namespace

std::optional<std::uint64_t> parse_unsigned(std::string_view text) {
  unsigned base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text.remove_prefix(2);
  }
  if (text.empty() || text.front() == '_' || text.back() == '_') return std::nullopt;
  std::uint64_t value = 0;
  for (char c : text) {
    if (c == '_') continue;
    const int digit = digit_value(c);
    if (digit >= static_cast<int>(base)) return std::nullopt;
    if (!extend(value, base, static_cast<std::uint64_t>(digit))) return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> parse_signed(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  if (negative) text.remove_prefix(1);
  const auto value = parse_unsigned(text);
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!value || *value > kMax) return std::nullopt;
  return negative ? -static_cast<std::int64_t>(*value) : static_cast<std::int64_t>(*value);
}

std::optional<ps_t> parse_duration(std::string_view text) {
  std::size_t i = 0;
  std::uint64_t number = 0;  // all digits, as if there were no point
  std::uint64_t scale = 1;   // 10^digits after the point
  bool point = false, digits = false;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !point) {
      point = true;
    } else if (text[i] >= '0' && text[i] <= '9') {
      digits = true;
      if (!extend(number, 10, static_cast<std::uint64_t>(text[i] - '0'))) return std::nullopt;
      if (point && !extend(scale, 10, 0)) return std::nullopt;
    } else if (text[i] != '_' || !digits) {
      break;
    }
  }
  if (!digits) return std::nullopt;
  while (i < text.size() && text[i] == ' ') ++i;
  const std::string_view unit = text.substr(i);
  if (unit.empty()) return number == 0 ? std::optional<ps_t>(0) : std::nullopt;
  for (const Unit& known : kUnits) {
    if (known.name != unit) continue;
    const auto product = static_cast<unsigned __int128>(number) * known.ps;
    if (product % scale != 0 || product / scale > kMaxDuration) return std::nullopt;
    return static_cast<ps_t>(product / scale);
  }
  return std::nullopt;
}

std::string format_time(ps_t time) {
  if (time == 0) return "0 s";
  if (time >= kPsPerSecond) {
    const ps_t rest = time % kPsPerSecond;
    if (rest % kPsPerMs == 0)
      return fmt::format("{}.{:03} s", time / kPsPerSecond, rest / kPsPerMs);
    if (rest % kPsPerUs == 0)
      return fmt::format("{}.{:06} s", time / kPsPerSecond, rest / kPsPerUs);
    return fmt::format("{}.{:012} s", time / kPsPerSecond, rest);
  }
  for (std::size_t i = 4; i-- > 0;) {
    if (time % kUnits[i].ps == 0 && time >= kUnits[i].ps) {
      return fmt::format("{} {}", time / kUnits[i].ps, kUnits[i].name);
    }
  }
  return fmt::format("{} ps", time);
}

std::size_t sequence_length(std::string_view text, std::size_t i) {
  const auto lead = static_cast<unsigned char>(text[i]);
  if (lead == 0x7f || (lead < 0x20 && lead != '\t' && lead != '\n' && lead != '\r')) return 0;
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return 0;
  }
  // Longer than needed, a half of a surrogate pair, or beyond U+10FFFF.
  const auto next = static_cast<unsigned char>(text[i + 1]);
  if ((lead == 0xe0 && next < 0xa0) || (lead == 0xed && next >= 0xa0) ||
      (lead == 0xf0 && next < 0x90) || (lead == 0xf4 && next >= 0x90)) {
    return 0;
  }
  return length;
}

std::size_t first_bad_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

std::string shorten(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  // Not within a character of UTF-8.
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xc0) == 0x80) --limit;
  return std::string(text.substr(0, limit)) + "...";
}

std::string join(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string nearest(std::string_view word, const std::vector<std::string>& accepted) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  if (word.size() > 100) return best;
  for (const std::string& candidate : accepted) {
    const std::size_t d = distance(word, candidate);
    if (d < best_distance) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& accepted) {
  const std::string near = nearest(word, accepted);
  std::string out = near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near);
  return out + (accepted.empty() ? "; accepted: nothing here" : "; accepted: " + join(accepted));
}

bool matches_glob(std::string_view pattern, std::string_view word) {
  std::size_t p = 0, w = 0, star = std::string_view::npos, mark = 0;
  while (w < word.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = w;
    } else if (p < pattern.size() && pattern[p] == word[w]) {
      ++p;
      ++w;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      w = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace nvp::scenario
