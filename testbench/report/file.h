// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_REPORT_FILE_H_
#define NEURON_VP_TESTBENCH_REPORT_FILE_H_

#include <cstdio>
#include <string>
#include <string_view>

namespace nvp::report {

/// A file that appears only when it is complete: written under a temporary name beside its own, and
/// renamed by commit(). Without commit() nothing is left. "-" and things that are no plain files (a
/// pipe, /dev/stdout) are written directly. Failures are Errors that name the file.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();
  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(const char* what);

  std::string path_, temporary_;
  std::FILE* file_ = nullptr;
};

/// Writes a whole file.
void write_file(const std::string& path, std::string_view text);

}  // namespace nvp::report

#endif  // NEURON_VP_TESTBENCH_REPORT_FILE_H_
