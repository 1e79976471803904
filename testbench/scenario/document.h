// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_DOCUMENT_H_
#define NEURON_VP_TESTBENCH_SCENARIO_DOCUMENT_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nvp::scenario {

/// A place in a file that a user wrote; lines and columns count from 1.
struct Location {
  std::shared_ptr<const std::string> file;
  int line = 1, column = 1;

  /// "file:line:column".
  std::string text() const;
};

/// Throws Error "file:line:column: message" (kind input).
[[noreturn]] void fail(const Location& where, const std::string& message);

/// A value of a YAML document with the place it stands at. Aliases are expanded.
struct Node {
  enum class Kind { null, scalar, sequence, map };
  struct Entry;

  Kind kind = Kind::null;
  Location where;
  std::string scalar;
  bool quoted = false;         ///< a quoted scalar is text, never a number
  std::vector<Node> items;     ///< of a sequence
  std::vector<Entry> entries;  ///< of a map, in the order of the file

  /// The value of a key of a map; null if there is none.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  /// What a message calls it: "a list", "the text \"x\""...
  std::string describe() const;
};

struct Node::Entry {
  std::string key;
  Location where;
  Node value;
};

/// @name Limits on a document; beyond them it is refused with a message
/// @{
constexpr std::size_t kMaxBytes = 1 << 20;
constexpr std::size_t kMaxNodes = 100'000;
constexpr unsigned kMaxDepth = 32;
/// @}

/// Parses a document. Syntax errors, duplicate keys, bytes that are not UTF-8 text and anything
/// beyond the limits are Errors with a location.
Node parse_document(const std::string& text, const std::string& file_name);

/// Reads and parses a file.
Node load_document(const std::string& path);

/// Sets the scalar at a dotted path ("system.hz=1000", "processes.trainer.rate=5", "events.0.at=1
/// s"): parts are keys, positions in lists (from 0), or the `name` of a list's entry. Missing keys
/// are added.
void apply_override(Node& root, const std::string& assignment);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_DOCUMENT_H_
