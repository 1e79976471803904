// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/document.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "model/sim/error.h"
#include "testbench/scenario/text.h"
#include "testbench/scenario/yaml_tree.h"

namespace nvp::scenario {
namespace {

using FileName = std::shared_ptr<const std::string>;

void require_text(const std::string& text, const FileName& file) {
  Location where{file, 1, 1};
  const std::size_t bad = first_bad_byte(text);
  if (bad == std::string::npos) return;
  for (std::size_t i = 0; i < bad; ++i) {
    where.column++;
    if (text[i] == '\n') {
      where.line++;
      where.column = 1;
    }
  }
  fail(where, fmt::format("byte 0x{:02x} is not text; accepted is YAML in UTF-8",
                          static_cast<unsigned char>(text[bad])));
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

Node* list_entry(Node& list, const std::string& part) {
  if (const auto index = parse_unsigned(part)) {
    return *index < list.items.size() ? &list.items[*index] : nullptr;
  }
  for (Node& item : list.items) {
    const Node* name = item.find("name");
    if (name && name->scalar == part) return &item;
  }
  return nullptr;
}

Node& step(Node& node, const std::string& part, const Location& where) {
  if (node.kind == Node::Kind::sequence) {
    if (Node* entry = list_entry(node, part)) return *entry;
    fail(where,
         fmt::format("the list has no entry \"{}\"; accepted are 0 to {} and the names of its "
                     "entries",
                     part, node.items.empty() ? 0 : node.items.size() - 1));
  }
  if (node.kind == Node::Kind::scalar) {
    fail(where,
         fmt::format("\"{}\" is below a plain value; accepted is the path of a value", part));
  }
  node.kind = Node::Kind::map;
  if (Node* value = node.find(part)) return *value;
  Node value;
  value.where = where;
  node.entries.push_back({part, where, value});
  return node.entries.back().value;
}

}  // namespace

std::string Location::text() const {
  return fmt::format("{}:{}:{}", file ? *file : std::string("scenario"), line, column);
}

void fail(const Location& where, const std::string& message) {
  throw Error(where.text() + ": " + message);
}

const Node* Node::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

std::string Node::describe() const {
  switch (kind) {
    case Kind::null:
      return "nothing";
    case Kind::sequence:
      return "a list";
    case Kind::map:
      return "a map of keys";
    case Kind::scalar:
      break;
  }
  return fmt::format("\"{}\"", shorten(scalar, 60));
}

Node parse_document(const std::string& text, const std::string& file_name) {
  const auto file = std::make_shared<const std::string>(file_name);
  if (text.size() > kMaxBytes) {
    fail({file, 1, 1},
         fmt::format("the file has {} bytes; accepted are at most {}", text.size(), kMaxBytes));
  }
  require_text(text, file);
  return parse_yaml(text, file);
}

Node load_document(const std::string& path) {
  const auto file = std::make_shared<const std::string>(path);
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    fail({file, 1, 1}, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) fail({file, 1, 1}, "not a file; accepted is a scenario file");
  if (static_cast<std::size_t>(status.st_size) > kMaxBytes) {
    fail({file, 1, 1},
         fmt::format("the file has {} bytes; accepted are at most {}", status.st_size, kMaxBytes));
  }
  std::FILE* in = std::fopen(path.c_str(), "rb");
  if (!in) fail({file, 1, 1}, fmt::format("cannot be read: {}", std::strerror(errno)));
  // One byte more than accepted: the size of a file of /proc is not known before.
  std::string text(kMaxBytes + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), in));
  const int error = std::ferror(in) ? errno : 0;
  std::fclose(in);
  if (error) fail({file, 1, 1}, fmt::format("cannot be read: {}", std::strerror(error)));
  return parse_document(text, path);
}

void apply_override(Node& root, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  Location where{std::make_shared<const std::string>("--set " + shorten(assignment, 200)), 1, 1};
  if (equals == std::string::npos || equals == 0) {
    fail(where, "accepted is key=value with a dotted key, such as system.hz=1000");
  }
  if (first_bad_byte(assignment) != std::string::npos) {
    where.file = std::make_shared<const std::string>("--set");
    fail(where, "the key or the value is not text; accepted is UTF-8");
  }
  const std::string value = assignment.substr(equals + 1);
  Node* node = &root;
  for (const std::string& part : split(assignment.substr(0, equals), '.')) {
    if (part.empty()) fail(where, "a part of the key is empty");
    node = &step(*node, part, where);
  }
  if (node->kind == Node::Kind::map || node->kind == Node::Kind::sequence) {
    fail(where,
         fmt::format("the key names {}; accepted is the path of a plain value", node->describe()));
  }
  where.column = static_cast<int>(equals) + 2;
  node->kind = Node::Kind::scalar;
  node->scalar = value;
  node->quoted = false;
  node->where = where;
}

}  // namespace nvp::scenario
