// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "model/sim/error.h"
#include "testbench/cli/commands.h"
#include "testbench/report/json.h"
#include "testbench/report/records.h"

namespace nvp::cli {
namespace {

constexpr std::size_t kMaxBytes = 64 << 20;

std::string read_all(const std::string& path) {
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  const auto refuse = [&](const std::string& why) {
    return Error(fmt::format("{}:1:1: {}", path, why));
  };
  if (!file) throw refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string content;
  char buffer[65536];
  std::size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof buffer, file)) > 0 && content.size() <= kMaxBytes) {
    content.append(buffer, count);
  }
  const bool failed = std::ferror(file) != 0;
  if (file != stdin) std::fclose(file);
  if (failed) throw refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  if (content.size() > kMaxBytes) throw refuse("more than 64 MiB; accepted is a smaller stream");
  return content;
}

void print_table(const std::vector<std::vector<std::uint8_t>>& posts) {
  for (std::size_t i = 0; i < posts.size(); ++i) {
    const report::Decoded decoded = report::decode_records(posts[i].data(), posts[i].size());
    const int tick = report::tick_of(decoded.records);
    fmt::print("post {}, {} bytes, tick {}\n", i + 1, posts[i].size(),
               tick < 0 ? "?" : std::to_string(tick));
    for (const report::Record& record : decoded.records) {
      fmt::print("  {:>3}  {:<34}  {:<20}  {}\n", record.id, report::record_name(record.id),
                 report::printable(record.value), report::record_meaning(record.id));
    }
    if (!decoded.problem.empty()) fmt::print("  {}\n", decoded.problem);
  }
}

}  // namespace

int decode(const std::string& file, const std::string& format) {
  const auto posts = report::read_stream(read_all(file), file);
  if (format == "json") {
    fmt::print("{}", report::json_posts(posts));
  } else {
    print_table(posts);
  }
  for (std::size_t i = 0; i < posts.size(); ++i) {
    const report::Decoded decoded = report::decode_records(posts[i].data(), posts[i].size());
    if (!decoded.problem.empty()) {
      std::fflush(stdout);
      throw Error(fmt::format("{}: post {}: {}; accepted are whole records, a post on one line",
                              file, i + 1, decoded.problem));
    }
  }
  return 0;
}

}  // namespace nvp::cli
