// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_ACTOR_H_
#define NEURON_VP_TESTBENCH_SCENARIO_ACTOR_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "testbench/report/result.h"
#include "testbench/scenario/platform.h"
#include "testbench/scenario/user_process.h"

namespace nvp::scenario {

/// Does what events say. What cannot be done (a process that does not live), and an ioctl with
/// another result than the scenario names, becomes a verdict that is not met.
class Actor {
 public:
  Actor(const Scenario& scenario, Platform& platform, Gate& driver_loaded);

  /// From the timeline's thread; never blocks it.
  void perform(const Action& action);
  UserProcess& process(const std::string& name);
  /// Runs `body` in a process of its own that exits when it is done.
  void in_tool(const std::string& name, std::function<void()> body);

  std::map<std::string, ProcessEnd> states() const;
  std::vector<report::FaultEvidence> evidence() const;
  const std::vector<report::Verdict>& misses() const { return misses_; }

 private:
  struct Armed {
    std::size_t number;
    const Action* action;
    ps_t time;
  };

  void act(const Action& action, const std::monostate&);
  void act(const Action& action, const InjectEcc& ecc);
  void act(const Action& action, const RepairState& repair);
  void act(const Action& action, const ResetRequest& reset);
  void act(const Action& action, const ArmFault& fault);
  void act(const Action& action, const StartProcess& start);
  void act(const Action& action, const EndProcess& end);
  void act(const Action& action, const MetricsControl& metrics);
  void act(const Action& action, const SetParameter& parameter);
  void act(const Action& action, const WriteLog& log);
  void act(const Action& action, const SetLogLevel& level);
  void act(const Action& action, const Poke& poke);
  void act(const Action& action, const Ioctl& ioctl);
  void act(const Action& action, const SysfsWrite& write);

  /// In a thread of the named process, or in a tool's.
  void by(const Action& action, const std::string& process, std::function<void()> body);
  /// A descriptor of the calling process on a device. A process keeps it: closing it would detach
  /// the process (chapter 23). A tool closes it when it exits.
  int open(std::uint64_t device, bool write_only);
  void miss(const Action& action, const std::string& why);

  Platform& platform_;
  Gate& driver_loaded_;
  std::map<std::string, std::unique_ptr<UserProcess>> processes_;
  std::map<std::pair<int, std::uint64_t>, int>
      descriptors_;  ///< by pid and device * 2 + write_only
  std::vector<Armed> armed_;
  std::vector<report::Verdict> misses_;
};

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_ACTOR_H_
