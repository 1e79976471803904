// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

std::vector<std::string> names_of(const std::vector<NamedValue>& values) {
  std::vector<std::string> names;
  for (const NamedValue& value : values) names.push_back(value.name);
  return names;
}

std::string range_text(std::uint64_t low, std::uint64_t high) {
  if (high == ~std::uint64_t{0}) return fmt::format("a whole number from {}", low);
  return fmt::format("a whole number from {} to {}", low, high);
}

std::string accepted_numbers(const std::vector<NamedValue>& names, std::uint64_t low,
                             std::uint64_t high) {
  const std::string range = range_text(low, high);
  return names.empty() ? range : range + ", or " + join(names_of(names));
}

/// The number that `text` stands for, or an error at `where`.
std::uint64_t read_number(const Location& where, const char* key, const std::string& text,
                          const std::vector<NamedValue>& names, std::uint64_t low,
                          std::uint64_t high) {
  for (const NamedValue& named : names) {
    if (named.name == text) return named.value;
  }
  const auto value = parse_unsigned(text);
  if (value && *value >= low && *value <= high) return *value;
  const std::string near = value ? "" : nearest(text, names_of(names));
  fail(where, fmt::format("{} is \"{}\"{}; accepted: {}", key, shorten(text, 60),
                          near.empty() ? "" : "; did you mean \"" + near + "\"?",
                          accepted_numbers(names, low, high)));
}

}  // namespace

Reader::Reader(const Node& map, std::string what) : map_(map), what_(std::move(what)) {
  if (map.kind != Node::Kind::map) {
    fail(map.where, fmt::format("{} is {}; accepted is a map of keys", what_, map.describe()));
  }
}

void Reader::finish() const {
  for (const Node::Entry& entry : map_.entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    fail(entry.where, fmt::format("unknown key \"{}\" in {}{}", shorten(entry.key, 60), what_,
                                  suggestion(entry.key, known_)));
  }
}

const Node* Reader::take(const Key& key) {
  known_.emplace_back(key.name);
  const Node* value = map_.find(key.name);
  if (!value && key.required) {
    fail(map_.where, fmt::format("{} needs the key \"{}\": {}", what_, key.name, key.doc));
  }
  return value;
}

const Node* Reader::take_scalar(const Key& key, const std::string& accepted) {
  const Node* value = take(key);
  if (value && value->kind != Node::Kind::scalar) {
    fail(value->where,
         fmt::format("{} is {}; accepted: {}", key.name, value->describe(), accepted));
  }
  return value;
}

void Reader::text(Key key, SetText set) {
  if (const Node* value = take_scalar(key, "a text")) set(value->scalar);
}

void Reader::texts(Key key, SetText add) {
  const Node* value = take(key);
  if (!value) return;
  if (value->kind == Node::Kind::scalar) return add(value->scalar);
  if (value->kind != Node::Kind::sequence) {
    fail(value->where,
         fmt::format("{} is {}; accepted: a text or a list of texts", key.name, value->describe()));
  }
  for (const Node& item : value->items) {
    if (item.kind != Node::Kind::scalar) {
      fail(item.where, fmt::format("{} holds {}; accepted: texts", key.name, item.describe()));
    }
    add(item.scalar);
  }
}

void Reader::flag(Key key, std::function<void(bool)> set) {
  const Node* value = take_scalar(key, "true or false");
  if (!value) return;
  if (value->scalar != "true" && value->scalar != "false") {
    fail(value->where,
         fmt::format("{} is {}; accepted: true or false", key.name, value->describe()));
  }
  set(value->scalar == "true");
}

void Reader::number(Key key, SetUnsigned set, std::uint64_t low, std::uint64_t high) {
  named_number(key, std::move(set), {}, low, high);
}

void Reader::named_number(Key key, SetUnsigned set, const std::vector<NamedValue>& names,
                          std::uint64_t low, std::uint64_t high) {
  if (const Node* value = take_scalar(key, accepted_numbers(names, low, high))) {
    set(read_number(value->where, key.name, value->scalar, names, low, high));
  }
}

void Reader::signed_number(Key key, SetSigned set, std::int64_t low, std::int64_t high) {
  const std::string accepted = fmt::format("a whole number from {} to {}", low, high);
  const Node* node = take_scalar(key, accepted);
  if (!node) return;
  const auto value = parse_signed(node->scalar);
  if (!value || *value < low || *value > high) {
    fail(node->where, fmt::format("{} is {}; accepted: {}", key.name, node->describe(), accepted));
  }
  set(*value);
}

void Reader::numbers(Key key, SetUnsigned add, const std::vector<NamedValue>& names,
                     std::uint64_t low, std::uint64_t high) {
  const Node* value = take(key);
  if (!value) return;
  const auto one = [&](const Location& where, const std::string& text) {
    const std::size_t dash = text.find('-');
    if (dash == std::string::npos) return add(read_number(where, key.name, text, names, low, high));
    const std::uint64_t first = read_number(where, key.name, text.substr(0, dash), {}, low, high);
    const std::uint64_t last = read_number(where, key.name, text.substr(dash + 1), {}, low, high);
    if (last < first) fail(where, fmt::format("{}: the range \"{}\" is empty", key.name, text));
    if (last - first > 1024) fail(where, fmt::format("{}: the range is too long", key.name));
    for (std::uint64_t i = first; i <= last; ++i) add(i);
  };
  if (value->kind == Node::Kind::sequence) {
    for (const Node& item : value->items) {
      if (item.kind != Node::Kind::scalar) {
        fail(item.where, fmt::format("{} holds {}; accepted: {}", key.name, item.describe(),
                                     accepted_numbers(names, low, high)));
      }
      one(item.where, item.scalar);
    }
    return;
  }
  if (value->kind != Node::Kind::scalar) {
    fail(value->where, fmt::format("{} is {}; accepted: numbers as a list or as \"0-3, 6\"",
                                   key.name, value->describe()));
  }
  std::string part;
  for (char c : value->scalar + ",") {
    if (c == ',') {
      one(value->where, part);
      part.clear();
    } else if (c != ' ') {
      part += c;
    }
  }
}

void Reader::duration(Key key, SetUnsigned set) {
  const Node* node = take_scalar(key, std::string(kDurationForm));
  if (!node) return;
  const auto value = parse_duration(node->scalar);
  if (!value) {
    fail(node->where,
         fmt::format("{} is {}; accepted: {}", key.name, node->describe(), kDurationForm));
  }
  set(*value);
}

void Reader::choice(Key key, std::function<void(std::size_t)> set,
                    const std::vector<std::string>& names) {
  // A plain `null` is nothing to YAML, but may be a name here.
  const Node* empty = map_.find(key.name);
  const auto null = std::find(names.begin(), names.end(), "null");
  if (empty && empty->kind == Node::Kind::null && null != names.end()) {
    take(key);
    return set(static_cast<std::size_t>(null - names.begin()));
  }
  const Node* value = take_scalar(key, join(names));
  if (!value) return;
  const auto found = std::find(names.begin(), names.end(), value->scalar);
  if (found == names.end()) {
    fail(value->where,
         fmt::format("{} is {}{}", key.name, value->describe(), suggestion(value->scalar, names)));
  }
  set(static_cast<std::size_t>(found - names.begin()));
}

void Reader::pairs(Key key, std::function<void(const Node::Entry&)> add,
                   const std::vector<std::string>& keys) {
  const Node* value = take(key);
  if (!value) return;
  if (value->kind != Node::Kind::map) {
    fail(value->where,
         fmt::format("{} is {}; accepted: a map of keys", key.name, value->describe()));
  }
  for (const Node::Entry& entry : value->entries) {
    if (!keys.empty() && std::find(keys.begin(), keys.end(), entry.key) == keys.end()) {
      fail(entry.where, fmt::format("unknown key \"{}\" in {}{}", shorten(entry.key, 60), key.name,
                                    suggestion(entry.key, keys)));
    }
    if (entry.value.kind != Node::Kind::scalar) {
      fail(entry.value.where,
           fmt::format("{} is {}; accepted: a plain value", entry.key, entry.value.describe()));
    }
    add(entry);
  }
}

void Reader::object(Key key, const Describe& describe, bool or_true) {
  static const Node kEmpty = [] {
    Node map;
    map.kind = Node::Kind::map;
    return map;
  }();
  const Node* value = take(key);
  if (!value) return;
  if (or_true && value->kind == Node::Kind::scalar && value->scalar == "true") value = &kEmpty;
  Reader inner(*value, key.name);
  describe(inner);
  inner.finish();
}

void Reader::list(Key key, const Describe& each, SetUnsigned count) {
  const Node* value = take(key);
  if (!value) return;
  if (count && value->kind == Node::Kind::scalar) {
    return count(read_number(value->where, key.name, value->scalar, {}, 1, 64));
  }
  if (value->kind != Node::Kind::sequence) {
    fail(value->where, fmt::format("{} is {}; accepted: a list of maps{}", key.name,
                                   value->describe(), count ? ", or how many" : ""));
  }
  for (const Node& item : value->items) {
    Reader inner(item, fmt::format("an entry of {}", key.name));
    each(inner);
    inner.finish();
  }
}

void Reader::one_of(const char* what, const std::vector<std::string>& keys) {
  const Node::Entry* found = nullptr;
  for (const Node::Entry& entry : map_.entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end()) continue;
    if (found) {
      fail(entry.where, fmt::format("\"{}\" and \"{}\" together; accepted is one {} per entry",
                                    found->key, entry.key, what));
    }
    found = &entry;
  }
  if (found) return;
  for (const Node::Entry& entry : map_.entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) == known_.end()) {
      fail(entry.where, fmt::format("unknown {} \"{}\"{}", what, shorten(entry.key, 60),
                                    suggestion(entry.key, keys)));
    }
  }
  fail(map_.where, fmt::format("{} has no {}; accepted: {}", what_, what, join(keys)));
}

}  // namespace nvp::scenario
