// SPDX-License-Identifier: Apache-2.0
#include "testbench/report/records.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/driver/uapi/neuron_metric_ids.h"
#include "model/sim/error.h"
#include "testbench/scenario/words.h"

namespace nvp::report {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Text if every byte is printable ASCII or white space; a post holds ids and lengths that are not.
bool is_text(const std::string& content) {
  return std::all_of(content.begin(), content.end(), [](char c) {
    return is_space(c) ||
           (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f);
  });
}

/// "0x" before a digit.
bool is_prefix(std::string_view text) {
  return text.size() == 3 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') &&
         hex_digit(text[2]) >= 0;
}

[[noreturn]] void bad_digit(const std::string& file, std::size_t line, std::size_t column,
                            const std::string& what) {
  throw Error(
      fmt::format("{}:{}:{}: {}; accepted: bytes such as \"0c 13 69\" or \"0x0c, 0x13\", one post "
                  "per line, # for comments, or a binary stream",
                  file, line, column, what));
}

std::vector<std::uint8_t> hex_line(std::string_view text, const std::string& file,
                                   std::size_t line) {
  std::vector<std::uint8_t> bytes;
  int high = -1;
  for (std::size_t i = 0; i < text.size() && text[i] != '#'; ++i) {
    if (high < 0 && is_prefix(text.substr(i, 3))) {
      ++i;
      continue;
    }
    const int digit = hex_digit(text[i]);
    if (digit < 0 && !is_space(text[i]) && text[i] != ',') {
      bad_digit(file, line, i + 1, fmt::format("\"{}\" is no hexadecimal digit", text[i]));
    }
    if (digit < 0) {
      if (high >= 0) bad_digit(file, line, i, "a byte with one digit");
    } else if (high < 0) {
      high = digit;
    } else {
      bytes.push_back(static_cast<std::uint8_t>(high * 16 + digit));
      high = -1;
    }
  }
  if (high >= 0) bad_digit(file, line, text.size(), "a byte with one digit");
  return bytes;
}

}  // namespace

Decoded decode_records(const std::uint8_t* data, std::size_t size) {
  Decoded out;
  for (std::size_t at = 0; at < size;) {
    if (size - at < 2) {
      out.problem = fmt::format("byte {}: a record's id without its length", at);
      return out;
    }
    const std::size_t length = data[at + 1];
    if (length > size - at - 2) {
      out.problem = fmt::format("byte {}: id {} announces {} bytes, {} follow", at, data[at],
                                length, size - at - 2);
      return out;
    }
    const auto* text = reinterpret_cast<const char*>(data + at + 2);
    out.records.push_back({data[at], std::string(text, length)});
    at += 2 + length;
  }
  return out;
}

std::string_view record_name(std::uint8_t id) {
  const neuron_metric_id* known = neuron_metric_find(id);
  return known ? known->name : "UNASSIGNED";
}

std::string_view record_meaning(std::uint8_t id) {
  const neuron_metric_id* known = neuron_metric_find(id);
  return known ? known->meaning : "";
}

int tick_of(const std::vector<Record>& records) {
  for (const Record& record : records) {
    const unsigned tick = scenario::tick_of_metric(record.id);
    if (tick <= 1 && record.id != 0) return static_cast<int>(tick);
  }
  return -1;
}

std::string printable(std::string_view value) {
  std::string out;
  for (char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += fmt::format("\\x{:02x}", byte);
    }
  }
  return out;
}

std::string one_line(const std::vector<Record>& records) {
  std::string out;
  for (const Record& record : records) {
    if (!out.empty()) out += ' ';
    const std::string_view name = record_name(record.id);
    out += name == "UNASSIGNED" ? fmt::format("{}", record.id) : std::string(name);
    out += '=' + printable(record.value);
  }
  return out;
}

std::vector<std::vector<std::uint8_t>> read_stream(const std::string& content,
                                                   const std::string& file_name) {
  if (!is_text(content)) return {std::vector<std::uint8_t>(content.begin(), content.end())};
  std::vector<std::vector<std::uint8_t>> posts;
  std::size_t number = 1;
  for (std::size_t at = 0; at < content.size(); ++number) {
    const std::size_t end = std::min(content.find('\n', at), content.size());
    auto bytes = hex_line(std::string_view(content).substr(at, end - at), file_name, number);
    if (!bytes.empty()) posts.push_back(std::move(bytes));
    at = end + 1;
  }
  return posts;
}

}  // namespace nvp::report
