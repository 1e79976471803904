// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbench/scenario/describe.h"
#include "testbench/scenario/keys.h"
#include "testbench/scenario/text.h"

namespace nvp::scenario {
namespace {

const std::vector<NamedValue> kEccSources = {
    {"sram", 0}, {"hbm0", 1}, {"hbm1", 2}, {"hbm2", 3}, {"hbm3", 4}};
/// Those that the simulated kernel delivers.
constexpr std::uint64_t kSigKill = 9, kSigTerm = 15;
const std::vector<NamedValue> kSignals = {{"SIGKILL", kSigKill}, {"SIGTERM", kSigTerm}};
const std::vector<NamedValue> kMailboxCommands = {
    {"READ", 1}, {"POST_TO_CW", 2}, {"SET_POWER_PROFILE", 3}, {"GET_DATA", 4}, {"SET_FEATURE", 5}};

std::vector<std::string> fault_names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < fault::kPointCount; ++i)
    names.emplace_back(fault::name(static_cast<fault::Point>(i)));
  return names;
}

void device(Shape& s, std::uint64_t& target) {
  s.number({"device", "position of the device; default 0"}, into(target), 0, 63);
}

void describe(Shape& s, InjectEcc& a) {
  device(s, a.device);
  s.choice({"kind", "default uncorrectable"}, into_as<EccKind, EccKind>(a.kind),
           {"corrected", "uncorrectable", "repairable"});
  s.named_number({"source", "where", true}, into(a.source), kEccSources, 0, 4);
  s.number({"count", "errors, one per fabric cycle; default 1"}, into(a.count), 1, 100'000);
}

void describe(Shape& s, RepairState& a) {
  device(s, a.device);
  s.named_number({"state", "HBM repair state", true}, into(a.state),
                 {{"none", 0}, {"pending", 1}, {"failed", 2}}, 0, 3);
}

void describe(Shape& s, ResetRequest& a) {
  device(s, a.device);
  s.choice({"by",
            "who asks: ioctl NC_RESET, ioctl DEVICE_RESET, or a write to the sysfs file `reset`; "
            "default ioctl"},
           into_as<ResetRequest::By, ResetRequest::By>(a.by), {"ioctl", "device_ioctl", "sysfs"});
  s.text({"process", "the process that asks; default: a tool of its own"}, into(a.process));
  s.named_number({"map", "bit map of the cores; default all: the whole device"}, into(a.map),
                 {{"all", 0xffffffff}}, 0, 0xffffffff);
  s.flag({"wait", "waits until it is done; default true"}, into(a.wait));
}

void describe(Shape& s, ArmFault& a) {
  s.choice({"point", "fault point (chapter 42 and model/fault/points.def)", true},
           into_as<fault::Point, fault::Point>(a.spec.point), fault_names());
  s.signed_number({"device", "position of the device; default: any"},
                  into_as<std::int32_t, std::int32_t>(a.spec.device), 0, 63);
  s.number({"count", "fires at most so often; default: no limit"}, into(a.spec.count), 1, ~0ull);
  s.number({"skip", "lets so many occurrences pass first; default 0"}, into(a.spec.skip), 0, ~0ull);
  s.duration({"lasts", "ends after this time; default: with the run"}, into(a.lasts));
  s.named_number({"command", "only this mailbox command"},
                 into_as<decltype(a.spec.command), std::uint32_t>(a.spec.command), kMailboxCommands,
                 0, 255);
  s.number({"sequence", "only this sequence number"},
           into_as<decltype(a.spec.sequence), std::uint32_t>(a.spec.sequence), 0, 255);
  s.number({"offset", "only this BAR0 offset, or the identity word"},
           into_as<decltype(a.spec.offset), std::uint32_t>(a.spec.offset), 0, 0xffffffff);
  s.duration({"time", "the duration that the point needs"}, into(a.spec.time));
  s.number({"code", "the code that the point needs"},
           into_as<std::uint32_t, std::uint32_t>(a.spec.code), 0, 255);
  s.number({"value", "the value that the point needs"}, into(a.spec.value), 0, ~0ull);
  s.flag({"may_not_fire", "true: it is no failure if the fault never fires; default false"},
         into(a.may_not_fire));
}

void describe(Shape& s, StartProcess& a) {
  s.text({"process", "which", true}, into(a.process));
}

void describe_kill(Shape& s, EndProcess& a) {
  s.text({"process", "which", true}, into(a.process));
  s.named_number(
      {"signal", "9 or 15; default SIGKILL"},
      [&](std::uint64_t signal) {
        if (signal != kSigKill && signal != kSigTerm) {
          fail(s.node()->find("signal")->where,
               fmt::format("signal {}; accepted: 9 (SIGKILL), 15 (SIGTERM)", signal));
        }
        a.signal = static_cast<int>(signal);
      },
      kSignals, kSigKill, kSigTerm);
}

void describe_stop(Shape& s, EndProcess& a) {
  a.signal = 0;
  s.text({"process", "which", true}, into(a.process));
}

void describe(Shape& s, MetricsControl& a) {
  device(s, a.device);
  s.named_number({"mode", "argument of ioctl METRICS_CTRL", true}, into(a.mode),
                 {{"resume", 0}, {"pause", 1}}, 0, 0xffffffff);
  s.text({"process", "the process that asks; default: a tool of its own"}, into(a.process));
}

void describe(Shape& s, SetParameter& a) {
  s.text({"name", "module parameter of the driver, of those that can be written while it is loaded",
          true},
         into(a.name));
  s.signed_number({"value", "its new value", true}, into(a.value), INT64_MIN + 1, INT64_MAX);
}

void describe(Shape& s, WriteLog& a) {
  s.text({"process", "which", true}, into(a.process));
  describe_log_line(s, a.line);
}

void describe(Shape& s, SetLogLevel& a) {
  s.text({"process", "which", true}, into(a.process));
  s.text({"module", "submodule, or all; default all"}, into(a.module));
  s.text({"level", "word that nlog_set_log_level gets", true}, into(a.level));
  s.text({"location", "CONSOLE, SYSLOG or both words; default CONSOLE"}, into(a.location));
}

void describe(Shape& s, Poke& a) {
  device(s, a.device);
  s.number({"bar", "0 or 4; default 0"}, into(a.bar), 0, 5);
  s.number({"offset", "in the BAR, aligned to 4", true}, into(a.offset), 0, ~0ull);
  s.number({"value", "32 bits", true}, into(a.value), 0, 0xffffffff);
  s.flag({"timed",
          "true: a posted write over the link, with its side effects; default false: set at once "
          "by the debug transport"},
         into(a.timed));
}

void describe(Shape& s, Ioctl& a) {
  device(s, a.device);
  s.named_number({"command", "command word, or its name", true}, into(a.command), ioctl_names(), 0,
                 0xffffffff);
  s.text({"process", "the process that calls; default: a tool of its own"}, into(a.process));
  s.choice({"argument",
            "pointer instead of a buffer: none (0 as a value), null, or wild (an address without "
            "memory)"},
           into_as<Ioctl::Argument, Ioctl::Argument>(a.argument), {"none", "null", "wild"});
  s.text({"bytes", "content of the argument, hexadecimal"}, [&](const std::string& text) {
    a.bytes = hex_bytes(s.node() ? s.node()->find("bytes")->where : Location{}, text);
    a.argument = Ioctl::Argument::bytes;
  });
  s.signed_number({"result", "expected result (negative: errno); default: any"}, into(a.result),
                  INT32_MIN, INT32_MAX);
  s.flag({"write_only", "opens the node O_WRONLY (\"free access\"); default false"},
         into(a.write_only));
}

void describe(Shape& s, SysfsWrite& a) {
  s.text({"path", "below /sys", true}, into(a.path));
  s.text({"text", "", true}, into(a.text));
}

struct ActionKind {
  const char* name;
  const char* doc;
  void (*describe)(Shape&, Act&);
};

template <class T, void (*Function)(Shape&, T&)>
void as(Shape& shape, Act& act) {
  T value;
  Function(shape, value);
  act = value;
}

constexpr ActionKind kActions[] = {
    {"ecc", "memory errors happen", as<InjectEcc, describe>},
    {"repair_state", "firmware finds an HBM repair state", as<RepairState, describe>},
    {"reset", "somebody asks for a reset", as<ResetRequest, describe>},
    {"fault", "a fault is planned from now on", as<ArmFault, describe>},
    {"start", "a process starts", as<StartProcess, describe>},
    {"kill", "a process gets a signal", as<EndProcess, describe_kill>},
    {"stop", "a process ends by itself: nrt_close, exit", as<EndProcess, describe_stop>},
    {"metrics", "posting is paused or resumed", as<MetricsControl, describe>},
    {"parameter", "a module parameter is written", as<SetParameter, describe>},
    {"log", "a process writes log lines", as<WriteLog, describe>},
    {"log_level", "a process changes its log level", as<SetLogLevel, describe>},
    {"poke", "a register or a word of memory is written", as<Poke, describe>},
    {"ioctl", "a process makes an ioctl", as<Ioctl, describe>},
    {"sysfs_write", "a sysfs file is written", as<SysfsWrite, describe>},
};

std::vector<std::string> action_names(bool with_choose) {
  std::vector<std::string> names;
  for (const ActionKind& kind : kActions) names.emplace_back(kind.name);
  if (with_choose) names.emplace_back("choose");
  return names;
}

void describe_action(Shape& s, std::vector<Action>& actions) {
  for (const ActionKind& kind : kActions) {
    s.object({kind.name, kind.doc}, [&](Shape& in) {
      Action& action = actions.emplace_back();
      action.node = in.node();
      action.kind = kind.name;
      kind.describe(in, action.act);
      if (auto* log = std::get_if<WriteLog>(&action.act)) log->line.node = in.node();
    });
  }
}

}  // namespace

void describe_event(Shape& s, Event& e) {
  e.node = s.node();
  s.duration({"at", "when"}, into(e.at));
  s.duration({"every", "again and again, with this distance, instead of at"}, into(e.every));
  s.duration({"from", "first time of every; default: one distance after time zero"},
             [&](ps_t t) { e.from = t; });
  s.duration({"until", "no more from this time on; default: the end"}, into(e.until));
  s.number({"times", "at most so often; default: no limit"}, into(e.times), 1, ~0ull);
  s.duration({"jitter", "each time is moved back by 0 to this much, chosen by the seed; default 0"},
             into(e.jitter));
  describe_action(s, e.actions);
  s.list({"choose", "actions, one of which the seed chooses each time"}, [&](Shape& in) {
    describe_action(in, e.actions);
    in.one_of("action", action_names(false));
  });
  s.one_of("action", action_names(true));
}

}  // namespace nvp::scenario
