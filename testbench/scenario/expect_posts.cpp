// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "testbench/scenario/evaluate.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

using report::Post;
using report::Record;

std::string record_text(std::uint8_t id, const std::string& value) {
  return fmt::format("{} {}=\"{}\"", id, report::record_name(id), report::printable(value));
}

bool has(const Post& post, const RecordValue& wanted) {
  return std::any_of(post.records.begin(), post.records.end(), [&](const Record& record) {
    return record.id == wanted.id && (wanted.value == "*" || record.value == wanted.value);
  });
}

std::string value_of(const Post& post, std::uint8_t id) {
  for (const Record& record : post.records) {
    if (record.id == id) return record_text(id, record.value);
  }
  return "absent";
}

/// What a post lacks or has too much; "" if it is as expected.
std::string difference(const ExpectPosts& expected, const Post& post) {
  if (!post.problem.empty()) return post.problem;
  const auto& exactly = expected.exactly;
  for (const auto* list : {exactly ? &*exactly : nullptr, &expected.contains}) {
    if (!list) continue;
    for (const RecordValue& wanted : *list) {
      if (!has(post, wanted)) {
        return fmt::format("expected {}, it is {}", record_text(wanted.id, wanted.value),
                           value_of(post, wanted.id));
      }
    }
  }
  for (const std::uint8_t id : expected.absent) {
    if (has(post, {id, "*"}))
      return fmt::format("expected no {}, it is {}", id, value_of(post, id));
  }
  if (exactly) {
    for (const Record& record : post.records) {
      const bool wanted = std::any_of(exactly->begin(), exactly->end(),
                                      [&](const RecordValue& w) { return w.id == record.id; });
      if (!wanted) return "not expected: " + record_text(record.id, record.value);
    }
    if (post.records.size() != exactly->size()) {
      return fmt::format("{} records, expected {}: an id stands twice", post.records.size(),
                         exactly->size());
    }
  }
  if (expected.bytes && post.bytes != *expected.bytes) {
    return fmt::format("bytes {:02x}, expected {:02x}", fmt::join(post.bytes, " "),
                       fmt::join(*expected.bytes, " "));
  }
  return "";
}

bool selected(const ExpectPosts& expected, const Post& post) {
  return (!expected.device || static_cast<std::uint64_t>(post.device) == *expected.device) &&
         (!expected.tick || post.tick == static_cast<int>(*expected.tick)) &&
         (!expected.index || post.index == *expected.index) && expected.window.holds(post.time);
}

std::string title(const ExpectPosts& expected) {
  std::string out = expected.index         ? fmt::format("post {}", *expected.index)
                    : expected.count.any() ? expected.count.text() + " posts"
                                           : "posts";
  if (expected.device) out += fmt::format(" of device {}", *expected.device);
  if (expected.tick) out += fmt::format(" of tick {}", *expected.tick);
  out += window_text(expected.window);
  const auto ids = [&out](const char* what, const std::vector<RecordValue>& list) {
    out += what;
    for (const RecordValue& r : list) out += fmt::format(" {}=\"{}\"", r.id, shorten(r.value, 30));
  };
  if (expected.exactly) ids(": exactly", *expected.exactly);
  if (!expected.contains.empty()) ids(": with", expected.contains);
  if (!expected.absent.empty())
    out += fmt::format(": without {}", fmt::join(expected.absent, ", "));
  if (expected.bytes) out += fmt::format(": {} exact bytes", expected.bytes->size());
  return out;
}

}  // namespace

Judgement judge(const ExpectPosts& expected, const Observations& seen) {
  Judgement out;
  out.title = title(expected);
  std::uint64_t count = 0;
  for (const Post& post : seen.posts) {
    if (!selected(expected, post)) continue;
    ++count;
    const std::string problem = difference(expected, post);
    if (problem.empty()) continue;
    out.found = fmt::format("post {} of device {} at {}: {}; it holds {}", post.index, post.device,
                            format_time(post.time), problem, report::one_line(post.records));
    return out;
  }
  Bounds bounds = expected.count;
  if (!bounds.any()) bounds.at_least = 1;
  out.met = bounds.hold(count);
  out.found =
      fmt::format("{} posts of {} in all, expected {}", count, seen.posts.size(), bounds.text());
  return out;
}

Judgement judge(const ExpectTotal& expected, const Observations& seen) {
  Judgement out;
  out.title = fmt::format("sum of {} {} is {}", expected.id, report::record_name(expected.id),
                          expected.bounds.text());
  if (expected.device) out.title += fmt::format(" on device {}", *expected.device);
  out.title += window_text(expected.window);
  std::uint64_t sum = 0, records = 0;
  for (const Post& post : seen.posts) {
    if (expected.device && static_cast<std::uint64_t>(post.device) != *expected.device) continue;
    if (!expected.window.holds(post.time)) continue;
    for (const Record& record : post.records) {
      if (record.id != expected.id) continue;
      const auto value = parse_unsigned(record.value);
      if (!value) {
        out.found = fmt::format("post at {}: \"{}\" is no number", format_time(post.time),
                                report::printable(record.value));
        return out;
      }
      sum += *value;
      ++records;
    }
  }
  out.met = expected.bounds.hold(sum);
  out.found = fmt::format("{} from {} records, expected {}", sum, records, expected.bounds.text());
  return out;
}

}  // namespace nvp::scenario
