// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_MODEL_H_
#define NEURON_VP_TESTBENCH_SCENARIO_MODEL_H_

#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/device.h"
#include "model/fault/fault.h"
#include "model/sim/clock.h"
#include "testbench/scenario/document.h"

namespace nvp::scenario {

// What a scenario file says, after reading. `node` of a struct is its map in the document (for
// messages); it lives as long as the Scenario. Times are ps. The meaning of each field is that of
// its key: docs/scenarios.md.

// --- the system

struct Firmware {
  std::optional<std::uint32_t> api_version, instance_partition, server_rack, utilisation;
  std::optional<ps_t> boot_time, device_reset_time, tpb_reset_time;
  std::optional<std::uint64_t> serial, reservation_id;
  std::optional<std::vector<unsigned>> profiles, profiles_hbm_7200;
};

struct DeviceEntry {
  const Node* node = nullptr;
  std::optional<std::uint32_t> routing_id, pci_device, revision, pod_node;
  Firmware firmware;
};

struct Setting {
  std::string name, value;
  Location where;
};

struct System {
  const Node* node = nullptr;
  generation::Id generation = generation::Id::v3;
  std::uint64_t device_count = 1;
  std::vector<DeviceEntry> devices;  ///< empty: `device_count` alike
  unsigned hz = 250;
  ps_t quantum = 0;
  ps_t cpu_per_call = 0;
  std::int64_t epoch = 1'767'225'600;
  std::int64_t initial_jiffies = -300;  ///< seconds
  std::size_t fidelity = 0;             ///< documented, shipped, fixed
  std::vector<Setting> switches, parameters;
  std::string product_name;  ///< empty: the generation's
  std::string instance_id = "i-0123456789abcdef0";
  Firmware firmware;
  std::size_t count() const { return devices.empty() ? device_count : devices.size(); }
};

// --- processes

struct LogLine {
  const Node* node = nullptr;
  std::string module = "NRT", function = "scenario", text;
  std::size_t level = 0;  ///< ERROR, WARN, INFO, DEBUG, TRACE
  bool coalesced = false;
  std::uint64_t count = 1;
};

/// How an execution ends: by what happens in the core, or with a status that the runtime just
/// reports.
struct Ending {
  std::uint8_t outcome = 0;  ///< neuroncore::Outcome
  std::uint32_t status = 0;  ///< reported instead, if not 0
  std::uint32_t weight = 1;
};

struct Workload {
  std::uint64_t rate_millihz = 0;  ///< executions per 1000 s and logical core
  std::uint64_t executions = 0;    ///< per logical core; 0: no limit
  ps_t duration = kPsPerMs;        ///< busy time of one execution, if `cycles` is 0
  std::uint64_t cycles = 0;        ///< busy time in cycles of `engine`
  std::size_t engine = 0;          ///< position in engine_names()
  std::uint64_t macs = 0;
  std::vector<Ending> errors;    ///< by weight
  std::vector<Ending> sequence;  ///< of the executions of a core, in turn, repeated
};

struct Process {
  const Node* node = nullptr;
  std::string name;
  std::uint64_t device = 0;
  std::vector<std::uint64_t> cores;
  ps_t start = 0;
  bool starts = true;        ///< false: only an event starts it
  std::optional<ps_t> stop;  ///< ends by itself at this time
  Workload workload;
  std::string runtime_version = "2.31.24.0";
  std::uint32_t framework = 0;
  std::string framework_version, fal_version;
  std::uint64_t features = 0;  ///< bits
  std::uint64_t cluster_id = 0, neff_id = 0;
  std::vector<Setting> environment;
  std::vector<LogLine> log;  ///< at the start, in order
  std::int64_t exit_code = 0;
  bool close = true;  ///< calls nrt_close before it exits
};

// --- events

struct InjectEcc {
  std::uint64_t device = 0, source = 0, count = 1;
  EccKind kind = EccKind::uncorrectable;
};
struct RepairState {
  std::uint64_t device = 0, state = 0;
};
struct ResetRequest {
  enum class By { ioctl, device_ioctl, sysfs };
  std::uint64_t device = 0;
  By by = By::ioctl;
  std::string process;  ///< empty: a tool process of its own
  std::uint64_t map = 0xffffffff;
  bool wait = true;
};
struct ArmFault {
  fault::Spec spec;
  std::optional<ps_t> lasts;
  bool may_not_fire = false;
};
struct StartProcess {
  std::string process;
};
struct EndProcess {
  std::string process;
  int signal = 9;  ///< 0: ends by itself (nrt_close, exit)
};
struct MetricsControl {
  std::uint64_t device = 0, mode = 0;
  std::string process;
};
struct SetParameter {
  std::string name;
  std::int64_t value = 0;
};
struct WriteLog {
  std::string process;
  LogLine line;
};
struct SetLogLevel {
  std::string process, module = "all", level = "ERROR", location = "CONSOLE";
};
struct Poke {
  std::uint64_t device = 0, bar = 0, offset = 0, value = 0;
  bool timed = false;  ///< over the link, not by the debug transport
};
struct Ioctl {
  std::uint64_t device = 0, command = 0;
  std::string process;
  enum class Argument { none, null, wild, bytes } argument = Argument::none;
  std::vector<std::uint8_t> bytes;
  std::optional<std::int64_t> result;  ///< anything else fails the scenario
  bool write_only = false;
};
struct SysfsWrite {
  std::string path, text;
};

using Act = std::variant<std::monostate, InjectEcc, RepairState, ResetRequest, ArmFault,
                         StartProcess, EndProcess, MetricsControl, SetParameter, WriteLog,
                         SetLogLevel, Poke, Ioctl, SysfsWrite>;

struct Action {
  const Node* node = nullptr;
  const char* kind = "";
  Act act;
};

struct Event {
  const Node* node = nullptr;
  std::optional<ps_t> at, every;
  ps_t from = 0, until = ~ps_t{0}, jitter = 0;
  std::uint64_t times = ~0ull;
  std::vector<Action> actions;  ///< one, or those to choose from
};

// --- expectations

/// Bounds on a number; `equals` excludes the others.
struct Bounds {
  std::optional<std::uint64_t> equals, at_least, at_most;
  bool any() const { return equals || at_least || at_most; }
  bool hold(std::uint64_t value) const;
  std::string text() const;
};
/// An ECMAScript regular expression without back references; matching takes no more than polynomial
/// time and no recursion. Throws std::regex_error.
std::regex regex_of(const std::string& pattern);

/// Conditions on a text.
struct TextMatch {
  std::optional<std::string> equals, contains,
      matches;  ///< `matches`: ECMAScript regular expression
  bool any() const { return equals || contains || matches; }
  bool holds(const std::string& value) const;
  std::string text() const;
};
/// A part of the run.
struct Window {
  ps_t after = 0, before = ~ps_t{0};
  bool holds(ps_t time) const { return time >= after && time < before; }
};

struct RecordValue {
  std::uint8_t id = 0;
  std::string value;
};

struct ExpectPosts {
  std::optional<std::uint64_t> device, tick, index;
  Window window;
  Bounds count;  ///< of posts selected
  std::optional<std::vector<RecordValue>> exactly;
  std::vector<RecordValue> contains;
  std::vector<std::uint8_t> absent;
  std::optional<std::vector<std::uint8_t>> bytes;
};
struct ExpectTotal {
  std::optional<std::uint64_t> device;
  std::uint8_t id = 0;
  Window window;
  Bounds bounds;
};
struct ExpectCounter {
  std::uint64_t device = 0, core = 0, counter = 0;
  std::string process;
  bool of_device = false;  ///< an ND counter
  std::optional<ps_t> at;
  Bounds bounds;
};
struct ExpectLog {
  enum class Sink { kernel, console, syslog, firmware, trace };
  Sink sink = Sink::kernel;
  std::string process;
  std::optional<std::uint64_t> device;
  TextMatch match;
  Window window;
  Bounds count;
};
struct ExpectRegister {
  std::uint64_t device = 0, offset = 0, mask = 0xffffffff;
  std::optional<ps_t> at;
  Bounds bounds;
};
struct ExpectState {
  std::uint64_t device = 0, state = 1;
  std::optional<ps_t> at;
};
struct ExpectSysfs {
  std::string path;
  std::optional<ps_t> at;
  TextMatch match;
};
/// Which events are meant: a kind and values of its fields.
struct EventPattern {
  std::size_t kind = 0;
  std::optional<std::uint64_t> device;
  std::vector<Setting> fields;
  Window window;
};
struct ExpectTiming {
  EventPattern from, to;
  std::optional<ps_t> at_least, at_most;
};
struct ExpectEvents {
  EventPattern pattern;
  Bounds count;
};
struct ExpectProcess {
  std::string process;
  std::optional<std::int64_t> exit_code;
  std::optional<std::uint64_t> signal;
  std::optional<bool> running;
};
struct ExpectNothingUnexpected {
  std::vector<std::size_t> allow;  ///< positions in kUnexpectedKinds
};

using Condition = std::variant<std::monostate, ExpectPosts, ExpectTotal, ExpectCounter, ExpectLog,
                               ExpectRegister, ExpectState, ExpectSysfs, ExpectTiming, ExpectEvents,
                               ExpectProcess, ExpectNothingUnexpected>;

struct Expectation {
  const Node* node = nullptr;
  const char* kind = "";
  std::string title;  ///< the scenario's, or made from the keys
  Condition condition;
};

struct Scenario {
  Node root;
  std::string name, description;
  std::uint64_t seed = 1;
  ps_t duration = 0;
  std::uint64_t event_limit = 100'000'000;  ///< of the whole run
  std::uint64_t stall_limit = 1'000'000;    ///< at one instant
  System system;
  std::vector<Process> processes;
  std::vector<Event> events;
  std::vector<Expectation> expectations;

  const Process* process(const std::string& name) const;
};

/// Engines of a core, as a NEFF names them (runtime/nrt/neff.h).
const std::vector<std::string>& engine_names();

/// Physical cores per logical core of a process (docs/reference/32-runtime-api.md, section 8): 1 on
/// V2, else what its environment says, else 2.
std::uint64_t logical_core_size(const Scenario& scenario, const Process& process);

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_MODEL_H_
