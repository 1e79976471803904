// SPDX-License-Identifier: Apache-2.0
#include "runtime/nlog/text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace nvp::nlog {
namespace {

constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr const char* kTags[] = {"", "ERROR", "WARN", "INFO", "DEBUG", "TRACE"};

#define NLOG_HEADER " %5d:%-5d %5s %5s:%-40s"

}  // namespace

std::size_t format_timestamp(char* to, std::size_t room, const os::CivilTime& t) {
  const int n =
      std::snprintf(to, room, "%4d-%3s-%02d %02d:%02d:%02d.%06d", t.year, kMonths[t.month - 1],
                    t.day, t.hour, t.minute, t.second, t.microsecond);
  return std::min(static_cast<std::size_t>(std::max(n, 0)), room - 1);
}

void Line::grown(int wanted) {
  // A text that cannot be formatted adds nothing.
  if (wanted > 0) size_ = std::min(size_ + static_cast<std::size_t>(wanted), bound_ - 1);
  text_[size_] = 0;
}

void Line::format(const char* fmt, ...) {
  va_list arguments;
  va_start(arguments, fmt);
  vformat(fmt, arguments);
  va_end(arguments);
}

void Line::vformat(const char* fmt, va_list arguments) {
  grown(std::vsnprintf(text_ + size_, bound_ - size_, fmt, arguments));
}

void Line::timestamp(const os::CivilTime& time) {
  size_ += format_timestamp(text_ + size_, bound_ - size_, time);
}

void Line::header(const Origin& o, std::uint32_t level) {
  grown(std::snprintf(text_ + size_, bound_ - size_, NLOG_HEADER, o.pid, o.tid, kTags[level],
                      o.submodule, o.function));
}

void Line::append(const char* text, std::size_t size) {
  size = std::min(size, bound_ - 1 - size_);
  std::memcpy(text_ + size_, text, size);
  size_ += size;
  text_[size_] = 0;
}

void Text::vformat(const char* fmt, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int n = std::vsnprintf(short_, sizeof short_, fmt, arguments);
  size_ = static_cast<std::size_t>(std::max(n, 0));
  if (size_ >= sizeof short_) {
    long_ = std::make_unique<char[]>(size_ + 1);
    std::vsnprintf(long_.get(), size_ + 1, fmt, again);
  }
  va_end(again);
}

void Text::header(const Origin& o) {
  const auto print = [&o](char* to, std::size_t room) {
    return std::snprintf(to, room, NLOG_HEADER, o.pid, o.tid, kTags[o.level], o.submodule,
                         o.function);
  };
  size_ = static_cast<std::size_t>(std::max(print(short_, sizeof short_), 0));
  if (size_ >= sizeof short_) {
    long_ = std::make_unique<char[]>(size_ + 1);
    print(long_.get(), size_ + 1);
  }
}

}  // namespace nvp::nlog
