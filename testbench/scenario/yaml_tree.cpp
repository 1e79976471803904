// SPDX-License-Identifier: Apache-2.0
// Built from the parser's events, not from yaml-cpp's own tree: so the limits hold while it parses,
// and a text that it takes for endless documents ends at the second.
#include "testbench/scenario/yaml_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <map>
#include <set>
#include <sstream>

namespace nvp::scenario {
namespace {

using FileName = std::shared_ptr<const std::string>;

Location location(const FileName& file, const YAML::Mark& mark) {
  return {file, mark.line < 0 ? 1 : mark.line + 1, mark.column < 0 ? 1 : mark.column + 1};
}

std::size_t count_nodes(const Node& node) {
  std::size_t count = 1;
  for (const Node& item : node.items) count += count_nodes(item);
  for (const Node::Entry& entry : node.entries) count += count_nodes(entry.value);
  return count;
}

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(FileName file) : file_(std::move(file)) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (started_) fail(location(file_, mark), "a second document; accepted is one per file");
    started_ = true;
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Node node;
    node.where = location(file_, mark);
    add(std::move(node), anchor, 1);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Node node;
    node.kind = Node::Kind::scalar;
    node.where = location(file_, mark);
    node.scalar = value;
    node.quoted = tag == "!";
    add(std::move(node), anchor, 1);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end()) fail(location(file_, mark), "an alias of what it stands in");
    Node copy = known->second;
    const std::size_t nodes = count_nodes(copy);
    add(std::move(copy), YAML::NullAnchor, nodes);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, Node::Kind::sequence, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, Node::Kind::map, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map that is being filled; of a map, the key whose value comes next.
  struct Open {
    Node node;
    YAML::anchor_t anchor;
    bool has_key = false;
    Node key;
    std::set<std::string> seen;
  };

  void open(const YAML::Mark& mark, Node::Kind kind, YAML::anchor_t anchor) {
    Open opened;
    opened.node.kind = kind;
    opened.node.where = location(file_, mark);
    opened.anchor = anchor;
    if (stack_.size() >= kMaxDepth) {
      fail(opened.node.where, fmt::format("nested deeper than {} levels", kMaxDepth));
    }
    stack_.push_back(std::move(opened));
  }

  void close() {
    Open closed = std::move(stack_.back());
    stack_.pop_back();
    add(std::move(closed.node), closed.anchor, 1);
  }

  void add(Node node, YAML::anchor_t anchor, std::size_t nodes) {
    if ((count_ += nodes) > kMaxNodes) {
      fail(node.where, fmt::format("more than {} values (are aliases nested?)", kMaxNodes));
    }
    if (anchor != YAML::NullAnchor) anchors_[anchor] = node;
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = stack_.back();
    if (parent.node.kind == Node::Kind::sequence) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      if (node.kind != Node::Kind::scalar) fail(node.where, "a key must be one word or number");
      if (node.scalar == "<<" && !node.quoted) {
        fail(node.where,
             "merge keys are not part of the language; accepted are the keys themselves");
      }
      if (!parent.seen.insert(node.scalar).second) {
        fail(node.where, fmt::format("\"{}\" stands here twice", node.scalar));
      }
      parent.key = std::move(node);
      parent.has_key = true;
    } else {
      parent.node.entries.push_back({parent.key.scalar, parent.key.where, std::move(node)});
      parent.has_key = false;
    }
  }

  FileName file_;
  Node root_;
  std::vector<Open> stack_;
  std::map<YAML::anchor_t, Node> anchors_;
  std::size_t count_ = 0;
  bool started_ = false;
};

}  // namespace

Node parse_yaml(const std::string& text, const FileName& file) {
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    TreeBuilder builder(file);
    if (!parser.HandleNextDocument(builder)) {
      fail({file, 1, 1}, "the file is empty; accepted is a scenario");
    }
    parser.HandleNextDocument(builder);
    return builder.take();
  } catch (const YAML::Exception& error) {
    fail(location(file, error.mark), "not valid YAML: " + error.msg);
  }
}

}  // namespace nvp::scenario
