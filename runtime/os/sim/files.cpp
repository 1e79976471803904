// SPDX-License-Identifier: Apache-2.0
#include "runtime/os/sim/files.h"

#include <algorithm>
#include <cerrno>

namespace nvp::os {
namespace {

/// Absolute, without repeated or trailing slashes.
std::string normal(const std::string& path) {
  std::string out;
  for (std::size_t i = 0; i < path.size();) {
    const std::size_t begin = path.find_first_not_of('/', i);
    if (begin == std::string::npos) break;
    const std::size_t end = std::min(path.find('/', begin), path.size());
    out += '/';
    out.append(path, begin, end - begin);
    i = end;
  }
  return out.empty() ? "/" : out;
}

std::string parent(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

int Files::append(const std::string& name, const Piece* pieces, std::size_t count) {
  const std::string path = normal(name);
  if (directories_.count(path)) return -EISDIR;
  if (!directories_.count(parent(path))) return -ENOENT;
  std::string& content = files_[path];
  for (std::size_t i = 0; i < count; i++) content.append(pieces[i].text, pieces[i].size);
  return 0;
}

int Files::make_directories(const std::string& name) {
  const std::string path = normal(name);
  for (std::size_t end = 1; end <= path.size(); end++) {
    if (end < path.size() && path[end] != '/') continue;
    const std::string directory = path.substr(0, end);
    if (files_.count(directory)) return -ENOTDIR;
    directories_.insert(directory);
  }
  return 0;
}

const std::string* Files::find(const std::string& path) const {
  const auto it = files_.find(normal(path));
  return it == files_.end() ? nullptr : &it->second;
}

}  // namespace nvp::os
