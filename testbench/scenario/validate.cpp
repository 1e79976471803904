// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "model/generation/generation.h"
#include "testbench/scenario/load.h"
#include "testbench/scenario/text.h"
#include "testbench/scenario/words.h"

namespace nvp::scenario {
namespace {

/// The place of a key of a map, or of the map itself.
Location place(const Node* node, const char* key) {
  const Node* value = node ? node->find(key) : nullptr;
  return value ? value->where : node ? node->where : Location{};
}

/// The map of an action or expectation below its entry.
const Node* inner(const Node* node, const char* kind) {
  const Node* value = node ? node->find(kind) : nullptr;
  return value ? value : node;
}

constexpr std::uint64_t kMaxScript = 100'000;

class Validator {
 public:
  explicit Validator(const Scenario& scenario)
      : scenario_(scenario), generation_(generation::get(scenario.system.generation)) {
    for (const Process& process : scenario.processes) names_.push_back(process.name);
  }

  void system() const {
    const System& y = scenario_.system;
    if (y.hz != 100 && y.hz != 250 && y.hz != 300 && y.hz != 1000) {
      fail(place(y.node, "hz"), fmt::format("hz is {}; accepted: 100, 250, 300, 1000", y.hz));
    }
    if (y.generation != generation::Id::v2 && y.count() > 16) {
      fail(place(y.node, "devices"),
           fmt::format(
               "{} devices; accepted on {} are at most 16, since two more would share an index "
               "(chapter 10, section 8.1)",
               y.count(), generation_.name));
    }
    if (y.count() > 64) {
      fail(place(y.node, "devices"), fmt::format("{} devices; accepted are at most 64", y.count()));
    }
    for (const DeviceEntry& entry : y.devices) product(entry);
    if (scenario_.duration == 0) {
      fail(place(&scenario_.root, "duration"), "duration is 0; accepted: a time above 0");
    }
  }

  void product(const DeviceEntry& entry) const {
    if (!entry.pci_device) return;
    std::vector<std::string> accepted;
    for (const generation::Product& product : generation::products()) {
      if (product.generation != scenario_.system.generation) continue;
      if (product.pci_device_id == *entry.pci_device) return;
      accepted.push_back(fmt::format("{:#06x}", product.pci_device_id));
    }
    fail(place(entry.node, "pci_device"),
         fmt::format("no product of {} has the PCI device id {:#06x}; accepted: {}",
                     generation_.name, *entry.pci_device, join(accepted)));
  }

  void processes() const {
    std::set<std::string> seen;
    for (const Process& p : scenario_.processes) {
      if (!seen.insert(p.name).second) {
        fail(place(p.node, "name"),
             fmt::format("a second process \"{}\"; accepted is another name", p.name));
      }
      device(p.device, place(p.node, "device"));
      for (const std::uint64_t core : p.cores) {
        if (core >= generation_.neuroncores) {
          fail(place(p.node, "cores"), fmt::format("core {}; accepted on {}: 0 to {}", core,
                                                   generation_.name, generation_.neuroncores - 1));
        }
      }
      logical_cores(p);
      workload(p);
      if (p.stop && *p.stop < p.start) {
        fail(place(p.node, "stop"),
             fmt::format("stop is before start; accepted: a time from {}", format_time(p.start)));
      }
    }
  }

  void events() const {
    ps_t last = 0;
    for (const Event& e : scenario_.events) {
      timing(e, last);
      for (const Action& action : e.actions) act(action);
    }
  }

  void expectations() const {
    for (const Expectation& e : scenario_.expectations) condition(e);
    if (scenario_.expectations.empty()) {
      fail(place(&scenario_.root, "expect"),
           "expect is empty; accepted: at least one expectation, or nothing is checked");
    }
  }

 private:
  void device(std::uint64_t position, const Location& where) const {
    const std::size_t count = scenario_.system.count();
    if (position < count) return;
    fail(where, fmt::format("device {}; accepted: 0{}", position,
                            count == 1 ? ", the only one" : fmt::format(" to {}", count - 1)));
  }
  void device(const std::optional<std::uint64_t>& position, const Location& where) const {
    if (position) device(*position, where);
  }

  void process(const std::string& name, const Location& where) const {
    if (scenario_.process(name)) return;
    fail(where, fmt::format("no process \"{}\"{}", shorten(name, 60), suggestion(name, names_)));
  }

  void moment(const std::optional<ps_t>& at, const Location& where) const {
    if (at && *at > scenario_.duration) {
      fail(where, fmt::format("{} is after the end; accepted: up to the duration, {}",
                              format_time(*at), format_time(scenario_.duration)));
    }
  }

  void workload(const Process& p) const {
    const Workload& w = p.workload;
    const Node* node = inner(p.node, "workload");
    if (node == p.node) return;
    if (p.cores.empty()) fail(node->where, "a workload without cores; accepted with: cores");
    if (!w.errors.empty() && !w.sequence.empty()) {
      fail(place(node, "sequence"), "errors and sequence together; accepted is one");
    }
    std::uint64_t weights = 0;
    for (const Ending& ending : w.errors) weights += ending.weight;
    if (!w.errors.empty() && weights == 0) {
      fail(place(node, "errors"), "all weights are 0; accepted: at least one above 0");
    }
    if (w.cycles && node->find("duration")) {
      fail(place(node, "cycles"), "duration and cycles together; accepted is one");
    }
    if (!w.cycles && node->find("engine")) {
      fail(place(node, "engine"), "an engine without cycles; accepted with: cycles");
    }
    if (!w.cycles && w.duration == 0) {
      fail(place(node, "duration"), "duration is 0; accepted: a time above 0");
    }
    if (w.rate_millihz == 0) fail(node->where, "nothing is executed; accepted with: rate");
    if (!w.sequence.empty() && w.executions == 0) {
      fail(place(node, "sequence"), "accepted with: executions (how many in all)");
    }
    if (!w.sequence.empty() && w.executions > kMaxScript) {
      fail(place(node, "executions"),
           fmt::format("{}; accepted with a sequence: at most {}", w.executions, kMaxScript));
    }
  }

  /// Cores must be whole logical cores, so that NEURON_RT_VISIBLE_CORES can name them.
  void logical_cores(const Process& p) const {
    const std::uint64_t size = logical_core_size(scenario_, p);
    for (std::size_t i = 0; i < p.cores.size(); ++i) {
      const bool first = i % size == 0;
      const bool fits = first ? p.cores[i] % size == 0 : p.cores[i] == p.cores[i - 1] + 1;
      if (fits && (p.cores.size() % size == 0)) continue;
      fail(place(p.node, "cores"),
           fmt::format(
               "the cores are not whole logical cores of {} physical ones; accepted: such as "
               "0-{}, in ascending order, or another NEURON_LOGICAL_NC_CONFIG in environment",
               size, size - 1));
    }
  }

  void timing(const Event& e, ps_t& last) const {
    if (e.at.has_value() == e.every.has_value()) {
      fail(e.node->where, "an event needs a time; accepted: either `at` or `every`");
    }
    if (e.at) {
      moment(e.at, place(e.node, "at"));
      if (*e.at < last) {
        fail(place(e.node, "at"),
             fmt::format("{} is before the event above; accepted: times in order, from {}",
                         format_time(*e.at), format_time(last)));
      }
      last = *e.at;
      for (const char* key : {"from", "until", "times"}) {
        if (e.node->find(key))
          fail(place(e.node, key), fmt::format("{} goes with `every`, not with `at`", key));
      }
    } else {
      if (*e.every == 0) fail(place(e.node, "every"), "every is 0; accepted: a time above 0");
      if (e.until <= e.from) fail(place(e.node, "until"), "until is not after from");
    }
    if (e.actions.empty()) fail(place(e.node, "choose"), "nothing to choose from");
  }

  void act(const Action& action) const {
    const Node* node = action.node;
    const auto dev = [&](std::uint64_t position) { device(position, place(node, "device")); };
    const auto proc = [&](const std::string& name) { process(name, place(node, "process")); };
    const auto maybe = [&](const std::string& name) {
      if (!name.empty()) proc(name);
    };
    if (const auto* ecc = std::get_if<InjectEcc>(&action.act)) {
      dev(ecc->device);
      if (ecc->source > generation_.hbm_stacks) {
        fail(place(node, "source"),
             fmt::format("{} has {} HBM stacks", generation_.name, generation_.hbm_stacks));
      }
      if (ecc->source == 0 && ecc->kind == EccKind::repairable) {
        fail(place(node, "kind"),
             "SRAM has no repairable errors; accepted: corrected, uncorrectable");
      }
    } else if (const auto* repair = std::get_if<RepairState>(&action.act)) {
      dev(repair->device);
    } else if (const auto* reset = std::get_if<ResetRequest>(&action.act)) {
      dev(reset->device);
      maybe(reset->process);
      if (reset->by != ResetRequest::By::ioctl && node->find("map")) {
        fail(place(node, "map"),
             "this caller resets the whole device; accepted: a map with `by: ioctl`");
      }
    } else if (const auto* fault = std::get_if<ArmFault>(&action.act)) {
      if (fault->spec.device >= 0) dev(static_cast<std::uint64_t>(fault->spec.device));
      needs_of(*fault, node);
    } else if (const auto* start = std::get_if<StartProcess>(&action.act)) {
      proc(start->process);
    } else if (const auto* end = std::get_if<EndProcess>(&action.act)) {
      proc(end->process);
    } else if (const auto* metrics = std::get_if<MetricsControl>(&action.act)) {
      dev(metrics->device);
      maybe(metrics->process);
    } else if (const auto* log = std::get_if<WriteLog>(&action.act)) {
      proc(log->process);
    } else if (const auto* level = std::get_if<SetLogLevel>(&action.act)) {
      proc(level->process);
    } else if (const auto* poke = std::get_if<Poke>(&action.act)) {
      dev(poke->device);
      inside_bar(*poke, node);
    } else if (const auto* ioctl = std::get_if<Ioctl>(&action.act)) {
      dev(ioctl->device);
      maybe(ioctl->process);
    }
  }

  void needs_of(const ArmFault& fault, const Node* node) const {
    using fault::Point;
    const auto need = [&](const char* key) {
      if (!node->find(key))
        fail(node->where,
             fmt::format("{} needs the key \"{}\"", fault::name(fault.spec.point), key));
    };
    switch (fault.spec.point) {
      case Point::fw_delay:
      case Point::reset_dead:
        need("time");
        break;
      case Point::fw_error:
        need("code");
        break;
      case Point::register_value:
        need("offset");
        need("value");
        break;
      default:
        break;
    }
  }

  void inside_bar(const Poke& poke, const Node* node) const {
    const std::uint64_t size = poke.bar == 0 ? generation_.bar0_bytes : generation_.bar4_bytes;
    if (poke.bar != 0 && poke.bar != 4)
      fail(place(node, "bar"), fmt::format("BAR {}; accepted: 0, 4", poke.bar));
    if (poke.offset >= size || size - poke.offset < 4) {
      fail(place(node, "offset"), fmt::format("{:#x} is outside BAR {}; accepted: 0 to {:#x}",
                                              poke.offset, poke.bar, size - 4));
    }
    if (poke.offset % 4)
      fail(place(node, "offset"),
           fmt::format("{:#x} is not aligned; accepted: a multiple of 4", poke.offset));
  }

  void window(const Window& w, const Node* node) const {
    if (w.before <= w.after)
      fail(place(node, "before"), "before is not after `after`; no time is left");
    if (w.after > scenario_.duration) moment(w.after, place(node, "after"));
  }

  void bounds(const Bounds& b, const Node* node, const char* equals) const {
    if (b.equals && (b.at_least || b.at_most))
      fail(place(node, equals),
           fmt::format("{} with at_least or at_most; accepted is one", equals));
    if (b.at_least && b.at_most && *b.at_least > *b.at_most)
      fail(place(node, "at_most"), "at_most is below at_least");
  }

  void need_bounds(const Bounds& b, const Node* node) const {
    bounds(b, node, "equals");
    if (!b.any()) fail(node->where, "nothing to compare with; accepted: equals, at_least, at_most");
  }

  void condition(const Expectation& e) const {
    const Node* node = inner(e.node, e.kind);
    const auto dev = [&](const auto& position) { device(position, place(node, "device")); };
    const auto at = [&](const std::optional<ps_t>& time) { moment(time, place(node, "at")); };
    if (const auto* posts = std::get_if<ExpectPosts>(&e.condition)) {
      dev(posts->device);
      window(posts->window, node);
      bounds(posts->count, node, "count");
    } else if (const auto* total = std::get_if<ExpectTotal>(&e.condition)) {
      dev(total->device);
      window(total->window, node);
      need_bounds(total->bounds, node);
    } else if (const auto* counter = std::get_if<ExpectCounter>(&e.condition)) {
      dev(counter->device);
      process(counter->process, place(node, "process"));
      at(counter->at);
      need_bounds(counter->bounds, node);
      if (!node->find("counter") && !node->find("device_counter")) {
        fail(node->where, "no counter; accepted: counter or device_counter");
      }
    } else if (const auto* log = std::get_if<ExpectLog>(&e.condition)) {
      dev(log->device);
      if (!log->process.empty()) process(log->process, place(node, "process"));
      window(log->window, node);
      bounds(log->count, node, "count");
    } else if (const auto* reg = std::get_if<ExpectRegister>(&e.condition)) {
      dev(reg->device);
      at(reg->at);
      need_bounds(reg->bounds, node);
      Poke poke;
      poke.offset = reg->offset;
      inside_bar(poke, node);
    } else if (const auto* state = std::get_if<ExpectState>(&e.condition)) {
      dev(state->device);
      at(state->at);
    } else if (const auto* sysfs = std::get_if<ExpectSysfs>(&e.condition)) {
      at(sysfs->at);
      if (!sysfs->match.any())
        fail(node->where, "nothing to compare with; accepted: text, contains, matches");
    } else if (const auto* timing = std::get_if<ExpectTiming>(&e.condition)) {
      if (!timing->at_least && !timing->at_most)
        fail(node->where, "nothing to compare with; accepted: at_least, at_most");
      dev(timing->from.device);
      dev(timing->to.device);
    } else if (const auto* events = std::get_if<ExpectEvents>(&e.condition)) {
      dev(events->pattern.device);
      window(events->pattern.window, node);
      bounds(events->count, node, "count");
    } else if (const auto* ends = std::get_if<ExpectProcess>(&e.condition)) {
      process(ends->process, place(node, "name"));
      if (!ends->exit_code && !ends->signal && !ends->running) {
        fail(node->where, "nothing to compare with; accepted: exit_code, signal, running");
      }
    }
  }

  const Scenario& scenario_;
  const generation::Generation& generation_;
  std::vector<std::string> names_;
};

}  // namespace

void validate(const Scenario& scenario) {
  const Validator validator(scenario);
  validator.system();
  validator.processes();
  validator.events();
  validator.expectations();
}

}  // namespace nvp::scenario
