// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_SHAPE_H_
#define NEURON_VP_TESTBENCH_SCENARIO_SHAPE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "model/sim/clock.h"
#include "testbench/scenario/document.h"

namespace nvp::scenario {

/// A key of the language and what it means; the meaning goes into the schema and the reference.
struct Key {
  const char* name;
  const char* doc;
  bool required = false;
};

/// A name for a number ("all" for 0xffffffff).
struct NamedValue {
  std::string name;
  std::uint64_t value;
};

/// What a describe function sees of a map. The same function, called with different shapes, reads a
/// document (Reader) or writes the JSON schema (SchemaWriter), so each key is stated once. Setters
/// are called only for keys that are present.
class Shape {
 public:
  virtual ~Shape() = default;

  using SetText = std::function<void(std::string)>;
  using SetUnsigned = std::function<void(std::uint64_t)>;
  using SetSigned = std::function<void(std::int64_t)>;
  using Describe = std::function<void(Shape&)>;

  /// @name Plain values
  /// @{
  virtual void text(Key key, SetText set) = 0;
  /// One text, or a list of texts.
  virtual void texts(Key key, SetText add) = 0;
  virtual void flag(Key key, std::function<void(bool)> set) = 0;
  virtual void number(Key key, SetUnsigned set, std::uint64_t low, std::uint64_t high) = 0;
  virtual void signed_number(Key key, SetSigned set, std::int64_t low, std::int64_t high) = 0;
  /// A number, or one of some names for numbers.
  virtual void named_number(Key key, SetUnsigned set, const std::vector<NamedValue>& names,
                            std::uint64_t low, std::uint64_t high) = 0;
  /// Numbers as a list, "a", or ranges "0-3, 6"; names as above.
  virtual void numbers(Key key, SetUnsigned add, const std::vector<NamedValue>& names,
                       std::uint64_t low, std::uint64_t high) = 0;
  virtual void duration(Key key, SetUnsigned set) = 0;
  /// One of `names`; the setter gets its position.
  virtual void choice(Key key, std::function<void(std::size_t)> set,
                      const std::vector<std::string>& names) = 0;
  /// A map of free keys to plain values. `keys` lists the accepted keys (empty: any).
  virtual void pairs(Key key, std::function<void(const Node::Entry&)> add,
                     const std::vector<std::string>& keys) = 0;
  /// @}

  /// @name Structure
  /// @{
  /// A map; with `or_true` a plain `true` stands for an empty one.
  virtual void object(Key key, const Describe& describe, bool or_true = false) = 0;
  /// A list of maps; `count`, if given, accepts a plain number of entries as well.
  virtual void list(Key key, const Describe& each, SetUnsigned count = nullptr) = 0;
  /// Exactly one of these keys must be present ("an action").
  virtual void one_of(const char* what, const std::vector<std::string>& keys) = 0;
  /// @}

  /// The map that is read; null in other shapes.
  virtual const Node* node() const { return nullptr; }
};

/// Setters that store into a variable of another type, an optional included.
template <class T>
auto into(T& target) {
  return [&target](auto value) { target = std::move(value); };
}
template <class T, class As>
auto into_as(T& target) {
  return [&target](auto value) { target = static_cast<As>(value); };
}
template <class T>
auto append_to(std::vector<T>& target) {
  return [&target](auto value) { target.push_back(static_cast<T>(std::move(value))); };
}

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_SHAPE_H_
