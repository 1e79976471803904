// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "model/neuroncore/core.h"
#include "testbench/scenario/describe.h"
#include "testbench/scenario/keys.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

/// Statuses that the hardware itself leads to without a hang; all others are reported by injection.
struct HardwareStatus {
  std::uint32_t status;
  neuroncore::Outcome outcome;
};
constexpr HardwareStatus kHardwareStatuses[] = {
    {1003, neuroncore::Outcome::numerical_error},
    {1004, neuroncore::Outcome::completed_with_error},
    {1006, neuroncore::Outcome::out_of_bounds},
};

const std::vector<std::string>& outcome_names() {
  static const std::vector<std::string> names = {"success",
                                                 "numerical_error",
                                                 "completed_with_error",
                                                 "semaphore_error",
                                                 "event_error",
                                                 "psum_collision",
                                                 "out_of_bounds",
                                                 "sequencer_fatal",
                                                 "sram_uncorrectable",
                                                 "hbm_uncorrectable",
                                                 "hbm_repairable",
                                                 "dma_abort",
                                                 "collectives_hang",
                                                 "hang"};
  return names;
}

Ending ending(const Location& where, const std::string& word) {
  Ending out;
  const auto& names = outcome_names();
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) {
    out.outcome = static_cast<std::uint8_t>(found - names.begin());
    return out;
  }
  out.status = status_key(where, word);
  for (const HardwareStatus& known : kHardwareStatuses) {
    if (known.status != out.status) continue;
    out.outcome = static_cast<std::uint8_t>(known.outcome);
    out.status = 0;
  }
  return out;
}

constexpr std::uint64_t kMaxRate = 1'000'000;

/// "2.5" as 2500; nothing if it is no such number.
std::optional<std::uint64_t> parse_milli(const std::string& text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string digits = text.substr(0, point);
  std::string fraction = point < text.size() ? text.substr(point + 1) : "";
  if (digits.empty() || fraction.size() > 3) return std::nullopt;
  fraction.resize(3, '0');
  const auto whole = parse_unsigned(digits), part = parse_unsigned("1" + fraction);
  if (!whole || !part || *whole > kMaxRate) return std::nullopt;
  return *whole * 1000 + (*part - 1000);
}

void describe_workload(Shape& s, Workload& w) {
  s.text({"rate", "executions per second on each logical core, up to three decimals; default 0"},
         [&](const std::string& text) {
           const auto rate = parse_milli(text);
           if (!rate) {
             fail(s.node()->find("rate")->where,
                  fmt::format("rate is \"{}\"; accepted: executions per second, 0 to {}, at most "
                              "three decimals",
                              shorten(text, 40), kMaxRate));
           }
           w.rate_millihz = *rate;
         });
  s.number({"executions", "per logical core; default: no limit"}, into(w.executions), 1, ~0ull);
  s.duration({"duration", "busy time of one execution; default 1 ms"}, into(w.duration));
  s.number({"cycles", "busy time of one execution in cycles of an engine, instead of duration"},
           into(w.cycles), 1, 1ull << 50);
  s.choice({"engine", "whose cycles (clocks: chapter 40, section 1); default pe"}, into(w.engine),
           engine_names());
  s.number({"macs", "multiply-accumulates of one execution; default 0"}, into(w.macs), 0,
           1ull << 50);
  s.pairs({"errors",
           "NRT status (number or name) or outcome of the core to weight; each execution ends with "
           "one of "
           "them, chosen by the seed. `success` is an outcome like others"},
          [&](const Node::Entry& e) {
            Ending end = ending(e.where, e.key);
            end.weight = weight_value(e.value);
            w.errors.push_back(end);
          },
          {});
  s.texts(
      {"sequence",
       "NRT statuses or outcomes of the executions of a core in turn, repeated; instead of errors"},
      [&](const std::string& text) {
        w.sequence.push_back(
            ending(s.node() ? s.node()->find("sequence")->where : Location{}, text));
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
  s.numbers({"cores",
             "physical cores of the device that it uses, whole logical cores (on v3 and v4 pairs, "
             "unless its environment says otherwise); default: none, it only opens the device"},
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
}

}  // namespace nvp::scenario
