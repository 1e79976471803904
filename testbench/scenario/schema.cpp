// SPDX-License-Identifier: Apache-2.0
#include "testbench/scenario/schema.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "testbench/scenario/describe.h"
#include "testbench/scenario/model.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNumberPattern = "^(0x[0-9A-Fa-f_]+|[0-9][0-9_]*)$";
constexpr const char* kDurationPattern = "^(0|[0-9][0-9_]*(\\.[0-9]+)? *(ps|ns|us|ms|s|min|h|d))$";

Json names_json(const std::vector<NamedValue>& names) {
  Json list = Json::array();
  for (const NamedValue& named : names) list.push_back(named.name);
  return list;
}

Json number_json(const std::vector<NamedValue>& names, std::uint64_t low, std::uint64_t high) {
  Json alternatives = Json::array();
  Json plain = {{"type", "integer"}, {"minimum", low}};
  if (high != ~std::uint64_t{0}) plain["maximum"] = high;
  alternatives.push_back(plain);
  alternatives.push_back({{"type", "string"}, {"pattern", kNumberPattern}});
  if (!names.empty()) alternatives.push_back({{"enum", names_json(names)}});
  return {{"anyOf", alternatives}};
}

/// Collects one map's schema.
class SchemaWriter : public Shape {
 public:
  void text(Key key, SetText) override {
    add(key, {{"type", Json::array({"string", "number", "boolean"})}});
  }
  void texts(Key key, SetText) override {
    const Json plain = {{"type", Json::array({"string", "number", "boolean"})}};
    add(key, {{"anyOf", Json::array({plain, {{"type", "array"}, {"items", plain}}})}});
  }
  void flag(Key key, std::function<void(bool)>) override { add(key, {{"type", "boolean"}}); }
  void number(Key key, SetUnsigned, std::uint64_t low, std::uint64_t high) override {
    add(key, number_json({}, low, high));
  }
  void signed_number(Key key, SetSigned, std::int64_t low, std::int64_t high) override {
    add(key, {{"type", "integer"}, {"minimum", low}, {"maximum", high}});
  }
  void named_number(Key key, SetUnsigned, const std::vector<NamedValue>& names, std::uint64_t low,
                    std::uint64_t high) override {
    add(key, number_json(names, low, high));
  }
  void numbers(Key key, SetUnsigned, const std::vector<NamedValue>& names, std::uint64_t low,
               std::uint64_t high) override {
    const Json one = number_json(names, low, high);
    add(key,
        {{"anyOf", Json::array({one, {{"type", "string"}}, {{"type", "array"}, {"items", one}}})}});
  }
  void duration(Key key, SetUnsigned) override {
    add(key, {{"anyOf", Json::array({{{"type", "string"}, {"pattern", kDurationPattern}},
                                     {{"const", 0}}})}});
  }
  void choice(Key key, std::function<void(std::size_t)>,
              const std::vector<std::string>& names) override {
    add(key, {{"enum", names}});
  }
  void pairs(Key key, std::function<void(const Node::Entry&)>,
             const std::vector<std::string>& keys) override {
    Json map = {{"type", "object"}};
    map["additionalProperties"] = {{"type", Json::array({"string", "number", "boolean"})}};
    if (!keys.empty()) map["propertyNames"] = {{"enum", keys}};
    add(key, map);
  }
  void object(Key key, const Describe& describe, bool or_true) override {
    SchemaWriter inner;
    describe(inner);
    Json map = inner.finish();
    if (or_true) map = {{"anyOf", Json::array({{{"const", true}}, map})}};
    add(key, map);
  }
  void list(Key key, const Describe& each, SetUnsigned count) override {
    SchemaWriter inner;
    each(inner);
    Json list = {{"type", "array"}, {"items", inner.finish()}};
    if (count) list = {{"anyOf", Json::array({number_json({}, 1, 64), list})}};
    add(key, list);
  }
  void one_of(const char*, const std::vector<std::string>& keys) override {
    Json alternatives = Json::array();
    for (const std::string& key : keys) alternatives.push_back({{"required", Json::array({key})}});
    one_of_ = alternatives;
  }

  Json finish() const {
    Json map = {{"type", "object"}, {"additionalProperties", false}, {"properties", properties_}};
    if (!required_.empty()) map["required"] = required_;
    if (!one_of_.is_null()) map["oneOf"] = one_of_;
    return map;
  }

 private:
  void add(const Key& key, Json value) {
    value["description"] = key.doc;
    properties_[key.name] = std::move(value);
    if (key.required) required_.push_back(key.name);
  }

  Json properties_ = Json::object(), required_ = Json::array(), one_of_;
};

/// Writes one table per map, depth first.
class ReferenceWriter : public Shape {
 public:
  ReferenceWriter(std::string title, std::string* out) : title_(std::move(title)), out_(out) {}
  ~ReferenceWriter() override {
    *out_ += fmt::format("\n### {}\n\n| key | value | meaning |\n|---|---|---|\n{}{}", title_,
                         rows_, below_);
  }

  void text(Key key, SetText) override { row(key, "text"); }
  void texts(Key key, SetText) override { row(key, "text, or list of texts"); }
  void flag(Key key, std::function<void(bool)>) override { row(key, "true, false"); }
  void number(Key key, SetUnsigned, std::uint64_t low, std::uint64_t high) override {
    row(key, range(low, high));
  }
  void signed_number(Key key, SetSigned, std::int64_t low, std::int64_t high) override {
    row(key, fmt::format("{} to {}", low, high));
  }
  void named_number(Key key, SetUnsigned, const std::vector<NamedValue>& names, std::uint64_t low,
                    std::uint64_t high) override {
    row(key, range(low, high) + ", or " + words(names));
  }
  void numbers(Key key, SetUnsigned, const std::vector<NamedValue>& names, std::uint64_t low,
               std::uint64_t high) override {
    row(key, "list or \"0-3, 6\" of " + range(low, high) +
                 (names.empty() ? "" : ", or " + words(names)));
  }
  void duration(Key key, SetUnsigned) override { row(key, "duration"); }
  void choice(Key key, std::function<void(std::size_t)>,
              const std::vector<std::string>& names) override {
    row(key, names.size() > 30 ? "one of the names below" : join(names));
    if (names.size() > 30) below_ += fmt::format("\n`{}`: {}.\n", key.name, join(names));
  }
  void pairs(Key key, std::function<void(const Node::Entry&)>,
             const std::vector<std::string>& keys) override {
    row(key, keys.empty() ? "map" : "map of the keys below");
    if (!keys.empty()) below_ += fmt::format("\n`{}`: {}.\n", key.name, join(keys));
  }
  void object(Key key, const Describe& describe, bool or_true) override {
    row(key, or_true ? "true, or map, below" : "map, below");
    ReferenceWriter inner(title_ + "." + key.name, &nested());
    describe(inner);
  }
  void list(Key key, const Describe& each, SetUnsigned count) override {
    row(key, count ? "how many, or list of maps, below" : "list of maps, below");
    ReferenceWriter inner(title_ + "." + key.name + "[]", &nested());
    each(inner);
  }
  void one_of(const char* what, const std::vector<std::string>&) override {
    below_ = fmt::format("\nEach entry has exactly one {}.\n", what) + below_;
  }

 private:
  static std::string range(std::uint64_t low, std::uint64_t high) {
    return high == ~std::uint64_t{0} ? fmt::format("number from {}", low)
                                     : fmt::format("{} to {}", low, high);
  }
  static std::string words(const std::vector<NamedValue>& names) {
    std::vector<std::string> words;
    for (const NamedValue& named : names) words.push_back(named.name);
    return join(words);
  }
  void row(const Key& key, const std::string& value) {
    rows_ += fmt::format("| `{}`{} | {} | {} |\n", key.name, key.required ? " (required)" : "",
                         value, key.doc);
  }
  std::string& nested() { return below_; }

  std::string title_, rows_, below_;
  std::string* out_;
};

}  // namespace

std::string json_schema() {
  SchemaWriter writer;
  Scenario scenario;
  describe_scenario(writer, scenario);
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "neuron-vp scenario, version 1"}};
  schema.update(writer.finish());
  return schema.dump(2) + "\n";
}

std::string markdown_reference() {
  std::string out;
  {
    ReferenceWriter writer("scenario", &out);
    Scenario scenario;
    describe_scenario(writer, scenario);
  }
  return out;
}

}  // namespace nvp::scenario
