// SPDX-License-Identifier: Apache-2.0
#include "testbench/report/json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "model/sim/error.h"

namespace nvp::report {
namespace {

using Json = nlohmann::ordered_json;

std::string hex(const std::vector<std::uint8_t>& bytes) {
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

std::vector<std::uint8_t> unhex(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

Json records_json(const std::vector<Record>& records) {
  Json list = Json::array();
  for (const Record& record : records) {
    list.push_back(
        {{"id", record.id}, {"name", record_name(record.id)}, {"value", printable(record.value)}});
  }
  return list;
}

Json post_json(const Post& post) {
  Json json = {{"time_ps", post.time},     {"device", post.device},
               {"index", post.index},      {"tick", post.tick},
               {"bytes", hex(post.bytes)}, {"records", records_json(post.records)}};
  if (!post.problem.empty()) json["problem"] = post.problem;
  return json;
}

Json result_json(const Result& r) {
  Json json = {{"scenario", r.scenario}, {"description", r.description},
               {"file", r.file},         {"outcome", word(r.outcome)},
               {"seed", r.seed},         {"simulated_ps", r.simulated},
               {"events", r.events},     {"trace_hash", fmt::format("{:016x}", r.trace_hash)}};
  if (!r.error.empty()) json["error"] = r.error;
  json["expectations"] = Json::array();
  for (const Verdict& v : r.verdicts) {
    json["expectations"].push_back({{"title", v.title},
                                    {"kind", v.kind},
                                    {"where", v.where},
                                    {"met", v.met},
                                    {"found", v.found}});
  }
  json["faults"] = Json::array();
  for (const FaultEvidence& f : r.faults) {
    json["faults"].push_back({{"point", f.point},
                              {"where", f.where},
                              {"device", f.device},
                              {"armed_ps", f.armed},
                              {"fired", f.fired},
                              {"first_ps", f.first},
                              {"last_ps", f.last},
                              {"may_not_fire", f.may_not_fire}});
  }
  json["unclaimed"] = Json::array();
  for (const UnclaimedUse& u : r.unclaimed) {
    json["unclaimed"].push_back(
        {{"device", u.device}, {"offset", u.offset}, {"reads", u.reads}, {"writes", u.writes}});
  }
  json["posts"] = Json::array();
  for (const Post& post : r.posts) json["posts"].push_back(post_json(post));
  return json;
}

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Outcome outcome_of(const std::string& text) {
  for (int i = 0; i <= static_cast<int>(Outcome::interrupted); ++i) {
    if (text == word(static_cast<Outcome>(i))) return static_cast<Outcome>(i);
  }
  return Outcome::broken;
}

void read_posts(const Json& json, std::vector<Post>& posts) {
  for (const Json& p : json.at("posts")) {
    Post post;
    post.time = p.at("time_ps");
    post.device = p.at("device");
    post.index = p.at("index");
    post.tick = p.at("tick");
    post.bytes = unhex(p.at("bytes"));
    Decoded decoded = decode_records(post.bytes.data(), post.bytes.size());
    post.records = std::move(decoded.records);
    post.problem = std::move(decoded.problem);
    posts.push_back(std::move(post));
  }
}

}  // namespace

std::string json_report(const std::vector<Result>& results) {
  Json list = Json::array();
  for (const Result& result : results) list.push_back(result_json(result));
  return dump({{"version", 1}, {"runs", list}}, 2) + "\n";
}

std::string to_json(const Result& result) {
  return dump(result_json(result), -1);
}

Result from_json(const std::string& text) {
  Result r;
  try {
    const Json json = Json::parse(text);
    r.scenario = json.at("scenario");
    r.description = json.at("description");
    r.file = json.at("file");
    r.outcome = outcome_of(json.at("outcome"));
    r.error = json.value("error", "");
    r.seed = json.at("seed");
    r.simulated = json.at("simulated_ps");
    r.events = json.at("events");
    r.trace_hash = std::stoull(json.at("trace_hash").get<std::string>(), nullptr, 16);
    for (const Json& v : json.at("expectations")) {
      r.verdicts.push_back(
          {v.at("title"), v.at("kind"), v.at("where"), v.at("met"), v.at("found")});
    }
    for (const Json& f : json.at("faults")) {
      r.faults.push_back({f.at("point"), f.at("where"), f.at("device"), f.at("fired"),
                          f.at("armed_ps"), f.at("first_ps"), f.at("last_ps"),
                          f.at("may_not_fire")});
    }
    for (const Json& u : json.at("unclaimed")) {
      r.unclaimed.push_back({u.at("device"), u.at("offset"), u.at("reads"), u.at("writes")});
    }
    read_posts(json, r.posts);
  } catch (const std::exception& error) {
    throw Error(std::string("a result cannot be read: ") + error.what(), Error::Kind::platform);
  }
  return r;
}

std::string json_posts(const std::vector<std::vector<std::uint8_t>>& posts) {
  Json list = Json::array();
  for (const auto& bytes : posts) {
    const Decoded decoded = decode_records(bytes.data(), bytes.size());
    Json json = {{"tick", tick_of(decoded.records)},
                 {"bytes", hex(bytes)},
                 {"records", records_json(decoded.records)}};
    if (!decoded.problem.empty()) json["problem"] = decoded.problem;
    list.push_back(json);
  }
  return dump({{"posts", list}}, 2) + "\n";
}

}  // namespace nvp::report
