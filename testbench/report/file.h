// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_REPORT_FILE_H_
#define NEURON_VP_TESTBENCH_REPORT_FILE_H_

#include <cstdio>
#include <string>
#include <string_view>

namespace nvp::report {

/// A file that appears only when it is complete: written under a temporary name beside its own, and
/// renamed by commit(). Without commit() nothing is left. Of a symbolic link, that is the file it
/// leads to. "-" and "/dev/stdout" are standard output; things that are no plain files (a pipe) are
/// written directly. Failures are Errors that name the file.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();
  /// The rest, and commit().
  void finish(std::string_view text);
  /// Removes what a process that was killed left of that file.
  static void remove_unfinished(const std::string& path, int pid);
  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(const char* what);

  std::string path_, target_, temporary_;
  std::FILE* file_ = nullptr;
};

/// Writes a whole file.
void write_file(const std::string& path, std::string_view text);

}  // namespace nvp::report

#endif  // NEURON_VP_TESTBENCH_REPORT_FILE_H_
