// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbench/scenario/describe.h"
#include "testbench/scenario/keys.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

void describe_workload(Shape& s, Workload& w) {
  s.duration({"period", "from one execution of a core to its next; default 0: one after another"},
             into(w.period));
  s.number({"executions", "per core; default: until the process ends"}, into(w.executions), 0,
           ~0ull);
  s.duration({"duration", "busy time of one execution"}, into(w.duration));
  s.number(
      {"cycles", "busy time of one execution in cycles of the tensor engine, instead of duration"},
      into(w.cycles), 1, 1ull << 40);
  s.number({"macs", "multiply-accumulates of one execution; default 0"}, into(w.macs), 0,
           1ull << 50);
  s.pairs({"errors",
           "NRT status (number or name) to weight: each execution ends with one of them, chosen by "
           "the seed; a status that is not named has weight 0"},
          [&](const Node::Entry& e) {
            w.errors.emplace_back(status_key(e.where, e.key), weight_value(e.value));
          },
          {});
  s.texts({"sequence",
           "NRT statuses (numbers or names) of the executions of a core, in turn, repeated; "
           "instead of errors"},
          [&](std::string text) {
            w.sequence.push_back(
                status_key(s.node() ? s.node()->find("sequence")->where : Location{}, text));
          });
}

std::uint64_t feature_bits(const Location& where, const std::string& word) {
  if (word == "multicore") return 2;
  if (word == "test") return 1;
  const auto bit = parse_unsigned(word);
  if (!bit || *bit > 63)
    fail(where, fmt::format("feature \"{}\"; accepted: test, multicore, or a bit from 0 to 63",
                            shorten(word, 40)));
  return 1ull << *bit;
}

}  // namespace

const std::vector<std::string>& log_levels() {
  static const std::vector<std::string> names = {"ERROR", "WARN", "INFO", "DEBUG", "TRACE"};
  return names;
}

void describe_log_line(Shape& s, LogLine& l) {
  l.node = s.node();
  s.text({"text", "the line's body", true}, into(l.text));
  s.text({"module", "submodule of chapter 30; default NRT"}, into(l.module));
  s.text({"function", "function that the line names; default scenario"}, into(l.function));
  s.choice({"level", "default ERROR"}, into(l.level), log_levels());
  s.flag({"coalesced", "the line waits in the thread's ring for the next block; default false"},
         into(l.coalesced));
  s.number({"count", "how often; default 1"}, into(l.count), 1, 1'000'000);
}

void describe_process(Shape& s, Process& p) {
  p.node = s.node();
  s.text({"name", "how events and expectations call it", true}, into(p.name));
  s.number({"device", "position of the device; default 0"}, into(p.device), 0, 63);
  s.numbers(
      {"cores", "cores of the device it uses; default: none, the process only opens the device"},
      append_to(p.cores), {}, 0, 7);
  s.duration({"start", "default 0"}, into(p.start));
  s.flag({"starts", "false: only an event starts it; default true"}, into(p.starts));
  s.duration({"stop", "time at which its workload ends and it exits; default: with the run"},
             into(p.stop));
  s.object({"workload", "what it executes on each of its cores; default: nothing"},
           [&](Shape& in) { describe_workload(in, p.workload); });
  s.text({"runtime_version", "default 2.31.24.0"}, into(p.runtime_version));
  s.number({"framework", "framework type, 0 is none; default 0"},
           into_as<std::uint32_t, std::uint32_t>(p.framework), 0, 9);
  s.text({"framework_version", "major.minor.build; default none"}, into(p.framework_version));
  s.text({"fal_version", "major.minor.build; default none"}, into(p.fal_version));
  s.texts({"features", "feature bits that it uses: test, multicore, or bit numbers"},
          [&](std::string word) {
            p.features |=
                feature_bits(s.node() ? s.node()->find("features")->where : Location{}, word);
          });
  s.number({"cluster_id", "datastore word 12; default 0"}, into(p.cluster_id), 0, ~0ull);
  s.number({"neff_id", "id of the NEFF that it loads (datastore word 13 is their sum); default 0"},
           into(p.neff_id), 0, ~0ull);
  s.pairs({"environment", "variables of its environment"},
          [&](const Node::Entry& e) {
            p.environment.push_back({e.key, e.value.scalar, e.value.where});
          },
          {});
  s.list({"log", "lines that it writes once initialised"},
         [&](Shape& in) { describe_log_line(in, p.log.emplace_back()); });
  s.signed_number({"exit_code", "with which it ends; default 0"}, into(p.exit_code), 0, 255);
  s.flag({"close", "whether it calls nrt_close before it exits; default true"}, into(p.close));
}

}  // namespace nvp::scenario
