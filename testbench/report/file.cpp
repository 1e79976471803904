// SPDX-License-Identifier: Apache-2.0
#include "testbench/report/file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "model/sim/error.h"

namespace nvp::report {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    file_ = stdout;
    return;
  }
  struct stat status {};
  const bool special = stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  if (!special) temporary_ = fmt::format("{}.{}.tmp", path_, getpid());
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
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot be renamed");
  temporary_.clear();
}

void OutputFile::fail(const char* what) {
  throw Error(fmt::format("{}: {}: {}; accepted is a place where files can be made", path_, what,
                          std::strerror(errno)));
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace nvp::report
