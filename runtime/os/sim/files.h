// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_SIM_FILES_H_
#define NEURON_VP_RUNTIME_OS_SIM_FILES_H_

#include <map>
#include <set>
#include <string>

#include "runtime/os/os.h"

namespace nvp::os {

/// The simulated processes' file system: in memory, with /tmp and /var/tmp to begin with.
class Files {
 public:
  int append(const std::string& path, const Piece* pieces, std::size_t count);
  int make_directories(const std::string& path);
  const std::string* find(const std::string& path) const;

 private:
  std::map<std::string, std::string> files_;
  std::set<std::string> directories_ = {"/", "/tmp", "/var", "/var/tmp"};
};

}  // namespace nvp::os

#endif  // NEURON_VP_RUNTIME_OS_SIM_FILES_H_
