// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_READER_H_
#define NEURON_VP_TESTBENCH_SCENARIO_READER_H_

#include <string>
#include <vector>

#include "testbench/scenario/shape.h"

namespace nvp::scenario {

/// Reads one map of a document. Whatever is not accepted is an Error with its place, what is wrong
/// and what is accepted.
class Reader : public Shape {
 public:
  /// @param what how messages call the map ("a process").
  Reader(const Node& map, std::string what);

  /// Call when everything is described: complains about keys that nobody asked for.
  void finish() const;

  void text(Key key, SetText set) override;
  void texts(Key key, SetText add) override;
  void flag(Key key, std::function<void(bool)> set) override;
  void number(Key key, SetUnsigned set, std::uint64_t low, std::uint64_t high) override;
  void signed_number(Key key, SetSigned set, std::int64_t low, std::int64_t high) override;
  void named_number(Key key, SetUnsigned set, const std::vector<NamedValue>& names,
                    std::uint64_t low, std::uint64_t high) override;
  void numbers(Key key, SetUnsigned add, const std::vector<NamedValue>& names, std::uint64_t low,
               std::uint64_t high) override;
  void duration(Key key, SetUnsigned set) override;
  void choice(Key key, std::function<void(std::size_t)> set,
              const std::vector<std::string>& names) override;
  void pairs(Key key, std::function<void(const Node::Entry&)> add,
             const std::vector<std::string>& keys) override;
  void object(Key key, const Describe& describe, bool or_true) override;
  void list(Key key, const Describe& each, SetUnsigned count) override;
  void one_of(const char* what, const std::vector<std::string>& keys) override;
  const Node* node() const override { return &map_; }

 private:
  const Node* take(const Key& key);
  const Node* take_scalar(const Key& key, const std::string& accepted);

  const Node& map_;
  std::string what_;
  std::vector<std::string> known_;
};

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_READER_H_
