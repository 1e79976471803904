// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/keys.h"

#include <fmt/format.h>

#include "testbench/scenario/text.h"
#include "testbench/scenario/words.h"

namespace nvp::scenario {
namespace {

std::vector<NamedValue> named(Words words) {
  std::vector<NamedValue> out;
  for (const Word& word : words) out.push_back({std::string(word.name), word.value});
  return out;
}

std::vector<std::string> names(Words words) {
  std::vector<std::string> out;
  for (const Word& word : words) out.emplace_back(word.name);
  return out;
}

std::uint64_t key_value(const Location& where, const std::string& key, Words words,
                        const char* what) {
  if (const Word* word = words.find(key)) return word->value;
  const auto value = parse_unsigned(key);
  if (value && words.find(*value)) return *value;
  fail(where,
       fmt::format("\"{}\" is no {}{}", shorten(key, 40), what, suggestion(key, names(words))));
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::uint8_t metric_key(const Location& where, const std::string& key) {
  return static_cast<std::uint8_t>(key_value(where, key, metric_ids(), "metric id"));
}

std::uint32_t status_key(const Location& where, const std::string& key) {
  return static_cast<std::uint32_t>(key_value(where, key, nrt_statuses(), "NRT status"));
}

std::uint32_t weight_value(const Node& value) {
  const auto weight = parse_unsigned(value.scalar);
  if (!weight || *weight > 1'000'000) {
    fail(value.where, fmt::format("the weight is {}; accepted: a whole number from 0 to 1000000",
                                  value.describe()));
  }
  return static_cast<std::uint32_t>(*weight);
}

std::vector<std::uint8_t> hex_bytes(const Location& where, const std::string& text) {
  std::vector<std::uint8_t> bytes;
  int high = -1;
  for (char c : text) {
    if (c == ' ' || c == '\n') {
      if (high >= 0) break;
      continue;
    }
    const int digit = hex_digit(c);
    if (digit < 0) {
      fail(where,
           fmt::format("\"{}\" is no hexadecimal digit; accepted: bytes such as \"0c 13 69\"", c));
    }
    if (high < 0) {
      high = digit;
    } else {
      bytes.push_back(static_cast<std::uint8_t>(high * 16 + digit));
      high = -1;
    }
  }
  if (high >= 0) fail(where, "a byte with one digit; accepted: bytes such as \"0c 13 69\"");
  return bytes;
}

std::vector<NamedValue> ioctl_names() {
  return named(ioctl_commands());
}

std::vector<NamedValue> nd_counter_names() {
  return named(nd_counters());
}

std::vector<NamedValue> nc_counter_names() {
  return named(nc_counters());
}

std::vector<NamedValue> metric_names() {
  return named(metric_ids());
}

}  // namespace nvp::scenario
