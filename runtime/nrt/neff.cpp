// SPDX-License-Identifier: Apache-2.0
#include "runtime/nrt/neff.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <map>
#include <string_view>

namespace nvp::nrt {
namespace {

constexpr std::size_t kMaxSize = 1 << 20;
constexpr std::size_t kMaxName = 255;
constexpr std::string_view kMagic = "neuron-vp-neff";
constexpr std::uint64_t kDefaultDurationPs = 1'000'000'000;  // 1 ms
constexpr const char* kCategories[kMemoryCategories] = {"code", "tensors", "constants",
                                                        "scratchpad", "misc"};

std::uint64_t fnv64(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

/// Decimal or 0x number up to the end of `text`, or up to *unit if that is given.
bool number(std::string_view text, std::uint64_t* value, std::string_view* unit = nullptr) {
  const std::string copy(text);
  if (copy.empty() || copy[0] < '0' || copy[0] > '9') return false;
  errno = 0;
  char* end = nullptr;
  *value = std::strtoull(copy.c_str(), &end, 0);
  if (errno != 0) return false;
  const auto used = static_cast<std::size_t>(end - copy.c_str());
  if (unit) *unit = text.substr(used);
  return unit || used == text.size();
}

bool duration(std::string_view text, std::uint64_t* ps) {
  static const std::map<std::string_view, std::uint64_t> units = {{"", 1},
                                                                  {"ps", 1},
                                                                  {"ns", 1'000},
                                                                  {"us", 1'000'000},
                                                                  {"ms", 1'000'000'000},
                                                                  {"s", 1'000'000'000'000}};
  std::string_view unit;
  if (!number(text, ps, &unit)) return false;
  const auto it = units.find(unit);
  return it != units.end() && !__builtin_mul_overflow(*ps, it->second, ps);
}

bool version(std::string_view text, Neff* neff) {
  const std::size_t dot = text.find('.');
  std::uint64_t major = 0, minor = 0;
  if (dot == std::string_view::npos || !number(text.substr(0, dot), &major) ||
      !number(text.substr(dot + 1), &minor) || major > 255 || minor > 255) {
    return false;
  }
  neff->version_major = static_cast<unsigned>(major);
  neff->version_minor = static_cast<unsigned>(minor);
  return true;
}

bool one_of(std::string_view text, std::initializer_list<std::string_view> names, unsigned* index) {
  *index = 0;
  for (const std::string_view name : names) {
    if (name == text) return true;
    ++*index;
  }
  return false;
}

struct Key {
  const char* accepted;
  std::function<bool(std::string_view, Neff*)> set;
};

std::map<std::string, Key, std::less<>> make_keys() {
  std::map<std::string, Key, std::less<>> keys;
  keys["name"] = {"1 to 255 characters", [](std::string_view v, Neff* n) {
                    n->name = v;
                    return !v.empty() && v.size() <= kMaxName;
                  }};
  keys["id"] = {"a number", [](std::string_view v, Neff* n) { return number(v, &n->id); }};
  keys["version"] = {"MAJOR.MINOR, each at most 255", version};
  keys["arch"] = {"v2, v3 or v4", [](std::string_view v, Neff* n) {
                    const bool known = one_of(v, {"v2", "v3", "v4"}, &n->arch);
                    n->arch += 2;
                    return known;
                  }};
  keys["cores"] = {"1 to 512", [](std::string_view v, Neff* n) {
                     std::uint64_t count = 0;
                     const bool good = number(v, &count) && count >= 1 && count <= 512;
                     n->cores = static_cast<unsigned>(count);
                     return good;
                   }};
  keys["duration"] = {"a number with ps, ns, us, ms or s",
                      [](std::string_view v, Neff* n) { return duration(v, &n->job.duration_ps); }};
  keys["cycles"] = {"a number",
                    [](std::string_view v, Neff* n) { return number(v, &n->job.cycles); }};
  keys["engine"] = {"pe, act, pool, dve or sp", [](std::string_view v, Neff* n) {
                      unsigned index = 0;
                      const bool known = one_of(v, {"pe", "act", "pool", "dve", "sp"}, &index);
                      n->job.engine = static_cast<std::uint8_t>(index);
                      return known;
                    }};
  keys["macs"] = {"a number", [](std::string_view v, Neff* n) { return number(v, &n->job.macs); }};
  keys["memory.limit"] = {"a number",
                          [](std::string_view v, Neff* n) { return number(v, &n->device_limit); }};
  for (std::size_t i = 0; i < kMemoryCategories; i++) {
    keys[std::string("memory.") + kCategories[i]] = {
        "a number", [i](std::string_view v, Neff* n) { return number(v, &n->device_bytes[i]); }};
    keys[std::string("host.") + kCategories[i]] = {
        "a number", [i](std::string_view v, Neff* n) { return number(v, &n->host_bytes[i]); }};
  }
  return keys;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// Takes the next line off `text`, without its comment.
std::string_view next_line(std::string_view* text) {
  const std::size_t end = std::min(text->find('\n'), text->size());
  std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return trim(line.substr(0, line.find('#')));
}

bool set_key(std::string_view line, Neff* neff, std::string* problem) {
  static const auto keys = make_keys();
  const std::size_t space = std::min(line.find_first_of(" \t"), line.size());
  const auto it = keys.find(line.substr(0, space));
  if (it == keys.end()) {
    *problem = "unknown key '" + std::string(line.substr(0, space)) + "', accepted:";
    for (const auto& [name, key] : keys) *problem += " " + name;
    return false;
  }
  if (it->second.set(trim(line.substr(space)), neff)) return true;
  *problem = it->first + ": accepted is " + it->second.accepted;
  return false;
}

}  // namespace

NRT_STATUS parse_neff(const void* data, std::size_t size, Neff* neff, std::string* problem) {
  *neff = Neff{};
  if (!data || size == 0 || size > kMaxSize) {
    *problem = "a NEFF has 1 to 1048576 bytes";
    return NRT_INVALID;
  }
  std::string_view text(static_cast<const char*>(data), size);
  if (next_line(&text) != kMagic) {
    *problem = "the first line must be '" + std::string(kMagic) + "'";
    return NRT_INVALID;
  }
  for (unsigned line_number = 2; !text.empty(); line_number++) {
    const std::string_view line = next_line(&text);
    if (line.empty() || set_key(line, neff, problem)) continue;
    *problem = "line " + std::to_string(line_number) + ": " + *problem;
    return NRT_INVALID;
  }
  if (neff->job.duration_ps == 0 && neff->job.cycles == 0) {
    neff->job.duration_ps = kDefaultDurationPs;
  }
  if (neff->id == 0) neff->id = fnv64(neff->name);
  return NRT_SUCCESS;
}

}  // namespace nvp::nrt
