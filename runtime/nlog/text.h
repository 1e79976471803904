// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_NLOG_TEXT_H_
#define NEURON_VP_RUNTIME_NLOG_TEXT_H_

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/os/os.h"

/// The pieces that log lines are made of (docs/reference/30-nlog.md, section 3.1).
namespace nvp::nlog {

/// What a header tells.
struct Origin {
  int pid, tid;
  std::uint32_t level;
  const char* submodule;
  const char* function;
};

/// Appends to a fixed buffer; what does not fit in `bound - 1` characters is cut.
class Line {
 public:
  static constexpr std::size_t kBuffer = 1080;
  static constexpr std::size_t kBound = 1024;

  void format(const char* fmt, ...) __attribute__((format(printf, 2, 3)));
  void vformat(const char* fmt, va_list arguments) __attribute__((format(printf, 2, 0)));
  void timestamp(const os::CivilTime& time);
  void header(const Origin& origin, std::uint32_t level);
  void append(const char* text, std::size_t size);
  /// Lets the line grow to `bound - 1` characters from now on.
  void set_bound(std::size_t bound) { bound_ = bound; }

  const char* text() const { return text_; }
  std::size_t size() const { return size_; }

 private:
  void grown(int wanted);
  char text_[kBuffer] = {};
  std::size_t size_ = 0, bound_ = kBound;
};

/// A formatted text of any length: on the stack if it is short.
class Text {
 public:
  void vformat(const char* fmt, va_list arguments) __attribute__((format(printf, 2, 0)));
  void header(const Origin& origin);
  const char* data() const { return long_ ? long_.get() : short_; }
  std::size_t size() const { return size_; }

 private:
  char short_[512];
  std::unique_ptr<char[]> long_;
  std::size_t size_ = 0;
};

constexpr std::size_t kTimestamp = 27;
/// Writes the time stamp and a NUL; returns its length.
std::size_t format_timestamp(char* to, std::size_t room, const os::CivilTime& time);

}  // namespace nvp::nlog

#endif  // NEURON_VP_RUNTIME_NLOG_TEXT_H_
