// SPDX-License-Identifier: Apache-2.0
#include "testbench/report/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "testbench/scenario/text.h"

namespace nvp::report {
namespace {

constexpr const char* kGreen = "32";
constexpr const char* kRed = "31";
constexpr const char* kYellow = "33";
constexpr const char* kBold = "1";
constexpr std::int64_t kProgressIntervalNs = 100'000'000;

/// For the progress line only: nothing else looks at the host's clock.
std::int64_t host_ns() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

const char* colour_of(Outcome outcome) {
  return outcome == Outcome::passed ? kGreen : outcome == Outcome::interrupted ? kYellow : kRed;
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

/// Width of the terminal: a line that wraps could not be cleared again.
std::size_t columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : 80;
}

/// Simulated time for people: whole microseconds.
std::string in_us(ps_t time) {
  return fmt::format("{}.{:06} s", time / kPsPerSecond, time % kPsPerSecond / kPsPerUs);
}

std::string tick_text(int tick) {
  return tick < 0 ? "tick ?" : fmt::format("tick {}", tick);
}

}  // namespace

Console::Console(Verbosity verbosity)
    : verbosity_(verbosity),
      terminal_(isatty(STDERR_FILENO) == 1),
      colour_(isatty(STDOUT_FILENO) == 1 && !std::getenv("NO_COLOR")) {}

std::string Console::paint(const char* code, const std::string& text) const {
  return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

void Console::clear_progress() {
  if (!line_open_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  line_open_ = false;
}

void Console::begin(const Result& result) {
  started_ns_ = host_ns();
  if (verbosity_ == Verbosity::quiet) return;
  print(fmt::format("{}  {}\n", paint(kBold, result.scenario), result.description));
}

void Console::post(const Post& post) {
  if (verbosity_ == Verbosity::quiet) return;
  clear_progress();
  print(fmt::format("  {:>14}  nd{}  {}  {:>3} bytes  {}\n", in_us(post.time), post.device,
                    tick_text(post.tick), post.bytes.size(), one_line(post.records)));
  if (!post.problem.empty()) print(fmt::format("    {}\n", paint(kRed, post.problem)));
}

void Console::line(const std::string& text) {
  if (verbosity_ != Verbosity::verbose) return;
  clear_progress();
  print("  " + text + "\n");
}

void Console::progress(ps_t now, ps_t end, std::uint64_t posts, std::uint64_t faults) {
  if (!terminal_ || verbosity_ == Verbosity::quiet) return;
  const std::int64_t host = host_ns();
  if (host - shown_ns_ < kProgressIntervalNs) return;
  shown_ns_ = host;
  const double speed = host > started_ns_ ? static_cast<double>(now) / 1000.0 /
                                                static_cast<double>(host - started_ns_)
                                          : 0.0;
  std::fflush(stdout);
  const std::string line =
      fmt::format("  {} of {}  {:.0f} x real time  {} posts  {} faults", scenario::format_time(now),
                  scenario::format_time(end), speed, posts, faults);
  std::fprintf(stderr, "\r\x1b[K%s", line.substr(0, columns() - 1).c_str());
  std::fflush(stderr);
  line_open_ = true;
}

void Console::end(const Result& r) {
  clear_progress();
  for (const Verdict& v : r.verdicts) {
    if (v.met && verbosity_ == Verbosity::quiet) continue;
    print(fmt::format("  {}  {}\n", v.met ? paint(kGreen, "met ") : paint(kRed, "MISS"), v.title));
    if (!v.met) print(fmt::format("        {}\n        at {}\n", v.found, v.where));
    if (v.met && verbosity_ == Verbosity::verbose) print(fmt::format("        {}\n", v.found));
  }
  if (!r.error.empty()) print(fmt::format("  {}  {}\n", paint(kRed, word(r.outcome)), r.error));
  if (verbosity_ == Verbosity::verbose) {
    for (const UnclaimedUse& u : r.unclaimed) {
      print(fmt::format("  nd{} BAR0 {:#x} belongs to no block: {} reads, {} writes\n", u.device,
                        u.offset, u.reads, u.writes));
    }
    print(fmt::format("  {} events, trace hash {:016x}\n", r.events, r.trace_hash));
  }
  std::fflush(stdout);
}

void Console::summary(const std::vector<Result>& results) {
  std::size_t width = 8;
  for (const Result& r : results) width = std::max(width, r.scenario.size());
  print(fmt::format("\n{:<{}}  {:<11}  {:>9}  {:>6}  {:>6}  {:>14}\n", "scenario", width, "outcome",
                    "met", "posts", "faults", "simulated"));
  for (const Result& r : results) {
    std::size_t met = 0;
    std::uint64_t fired = 0;
    for (const Verdict& v : r.verdicts) met += v.met;
    for (const FaultEvidence& f : r.faults) fired += f.fired;
    print(fmt::format("{:<{}}  {}  {:>9}  {:>6}  {:>6}  {:>14}\n", r.scenario, width,
                      paint(colour_of(r.outcome), fmt::format("{:<11}", word(r.outcome))),
                      fmt::format("{} of {}", met, r.verdicts.size()), r.posts.size(), fired,
                      scenario::format_time(r.simulated)));
  }
  std::fflush(stdout);
}

}  // namespace nvp::report
