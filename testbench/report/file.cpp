// SPDX-License-Identifier: Apache-2.0
#include "testbench/report/file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "model/sim/error.h"

namespace nvp::report {

namespace {

/// What a path leads to over symbolic links; the path itself if that is nothing yet.
std::string target_of(const std::string& path) {
  std::error_code error;
  const auto real =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return error ? path : real.string();
}

std::string temporary_name(const std::string& target, int pid) {
  return fmt::format("{}.{}.tmp", target, pid);
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(path_) {
  if (path_ == "-" || path_ == "/dev/stdout") {
    file_ = stdout;
    return;
  }
  struct stat status {};
  const bool special = stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  if (!special) {
    target_ = target_of(path_);
    temporary_ = temporary_name(target_, getpid());
  }
  file_ = std::fopen(special ? path_.c_str() : temporary_.c_str(), "wb");
  if (!file_) {
    temporary_.clear();
    fail("cannot be written");
  }
}

OutputFile::~OutputFile() {
  if (file_ && file_ != stdout) std::fclose(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail("cannot be written");
}

void OutputFile::commit() {
  if (file_ == stdout) {
    if (std::fflush(stdout) != 0) fail("cannot be written");
    return;
  }
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail("cannot be written");
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot be renamed");
  temporary_.clear();
}

void OutputFile::finish(std::string_view text) {
  write(text);
  commit();
}

void OutputFile::remove_unfinished(const std::string& path, int pid) {
  unlink(temporary_name(target_of(path), pid).c_str());
}

void OutputFile::fail(const char* what) {
  throw Error(fmt::format("{}: {}: {}; accepted is a place where files can be made", path_, what,
                          std::strerror(errno)));
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile(path).finish(text);
}

}  // namespace nvp::report
