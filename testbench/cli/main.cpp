// SPDX-License-Identifier: Apache-2.0
// The program neuron-vp: subcommands, their options, and exit codes.
#include <fcntl.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "model/sim/error.h"
#include "testbench/cli/commands.h"
#include "testbench/scenario/text.h"

namespace {

using nvp::cli::RunOptions;

constexpr int kBadInput = 2;
constexpr int kBroken = 3;

constexpr const char* kRunExamples = R"(Examples:
  neuron-vp run first-light
  neuron-vp run my.yaml --set system.hz=1000 --set processes.trainer.workload.rate=5
  neuron-vp run *.yaml --junit results.xml --json results.json -q
  neuron-vp run idle-day --quantum 10000 --seed 7 --trace trace.jsonl

Exit codes: 0 all expectations met; 1 one was not; 2 bad usage or input; 3 a fault of the platform;
130 interrupted.)";
constexpr const char* kCheckExamples = R"(Examples:
  neuron-vp check my.yaml other/*.yaml
  neuron-vp check first-light --set system.fidelity=shipped)";
constexpr const char* kListExamples = R"(Examples:
  neuron-vp list
  neuron-vp list my/scenarios

DIR: by default the scenarios that come with neuron-vp, which `run` and `check` know by name.)";
constexpr const char* kDecodeExamples = R"(Examples:
  echo "38 01 30 c8 03 31 30 30" | neuron-vp decode
  neuron-vp decode post.bin --format json

FILE is binary and one post, or text: hexadecimal bytes ("38 01", "0x38, 0x01", "3801"), one post
per line, # for comments.)";
constexpr const char* kRegsExamples = R"(Examples:
  neuron-vp regs
  neuron-vp regs miscram --generation v2
  neuron-vp regs miscram --format c > miscram.h)";
constexpr const char* kLanguageExamples = R"(Examples:
  neuron-vp language > scenario-1.json      # JSON schema for editors
  neuron-vp language --format markdown      # reference of all keys)";

constexpr const char* kScenarioHelp = "Scenario files, or names of those that neuron-vp lists";
constexpr const char* kSetHelp =
    "Replaces a value: dotted.path=value, list entries by name or position";

/// What the command line asked for.
struct Arguments {
  RunOptions run;
  bool quiet = false, verbose = false;
  std::string directory, file = "-", format, block, generation = "v3";
};

void add_run(CLI::App& app, Arguments& a) {
  CLI::App* run = app.add_subcommand("run", "Runs scenarios and checks what they expect");
  run->footer(kRunExamples);
  run->add_option("SCENARIO", a.run.scenarios, kScenarioHelp)->required();
  run->add_option("--set", a.run.overrides, kSetHelp)->take_all();
  run->add_option("--seed", a.run.seed, "Seed of all random choices");
  run->add_option("--quantum", a.run.quantum_ns, "How far an initiator may run ahead, in ns");
  run->add_option("--generation", a.run.generation, "Generation of the devices")
      ->check(CLI::IsMember({"v2", "v3", "v4"}));
  run->add_option("--trace", a.run.trace,
                  "Writes all events to this file, one JSON object per line (several scenarios: "
                  "FILE.jsonl, FILE.1.jsonl...)");
  run->add_option("--junit", a.run.junit, "Writes a JUnit report");
  run->add_option("--json", a.run.json, "Writes a JSON report");
  auto* quiet = run->add_flag("-q,--quiet", a.quiet, "Shows only what failed, and the table");
  run->add_flag("-v,--verbose", a.verbose, "Shows log lines, actions and the trace hash")
      ->excludes(quiet);
}

void add_others(CLI::App& app, Arguments& a) {
  CLI::App* check = app.add_subcommand("check", "Validates scenarios without running them");
  check->footer(kCheckExamples);
  check->add_option("SCENARIO", a.run.scenarios, kScenarioHelp)->required();
  check->add_option("--set", a.run.overrides, kSetHelp)->take_all();

  CLI::App* list = app.add_subcommand("list", "Lists scenarios with their descriptions");
  list->footer(kListExamples);
  list->add_option("DIR", a.directory, "Folder");

  CLI::App* decode = app.add_subcommand("decode", "Decodes a stream of telemetry records");
  decode->footer(kDecodeExamples);
  decode->add_option("FILE", a.file, "File, or - for standard input")->capture_default_str();
  decode->add_option("--format", a.format, "Form of the output")
      ->check(CLI::IsMember({"table", "json"}));

  CLI::App* regs = app.add_subcommand("regs", "Shows the register map");
  regs->footer(kRegsExamples);
  regs->add_option("BLOCK", a.block, "Block; default: all");
  regs->add_option("--generation", a.generation, "Generation of the device")
      ->capture_default_str()
      ->check(CLI::IsMember({"v2", "v3", "v4"}));
  regs->add_option("--format", a.format, "Form of the output")
      ->check(CLI::IsMember({"table", "json", "c", "sv"}));

  CLI::App* language = app.add_subcommand("language", "Shows the scenario language");
  language->footer(kLanguageExamples);
  language->add_option("--format", a.format, "Form of the output")
      ->check(CLI::IsMember({"schema", "markdown"}));
}

int dispatch(const CLI::App& app, Arguments& a) {
  const std::string format = a.format.empty() ? "table" : a.format;
  if (app.got_subcommand("run")) {
    if (a.quiet) a.run.verbosity = nvp::report::Verbosity::quiet;
    if (a.verbose) a.run.verbosity = nvp::report::Verbosity::verbose;
    return nvp::cli::run(a.run);
  }
  if (app.got_subcommand("check")) return nvp::cli::check(a.run.scenarios, a.run.overrides);
  if (app.got_subcommand("list")) {
    return nvp::cli::list(a.directory.empty() ? nvp::cli::scenario_folder() : a.directory);
  }
  if (app.got_subcommand("decode")) return nvp::cli::decode(a.file, format);
  if (app.got_subcommand("regs")) return nvp::cli::regs(a.block, a.generation, format);
  return nvp::cli::language(a.format.empty() ? "schema" : a.format);
}

/// A first word that is no command, said better than by the parser.
bool unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  std::vector<std::string> names;
  for (const CLI::App* known : app.get_subcommands(nullptr)) names.push_back(known->get_name());
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return false;
  const std::string word = nvp::scenario::shorten(argv[1], 40);
  std::fprintf(stderr, "neuron-vp: no command \"%s\"%s\n", word.c_str(),
               nvp::scenario::suggestion(word, names).c_str());
  return true;
}

/// What the parser has against the command line, and where to read on.
std::string usage_message(const CLI::App* app, const CLI::Error& error) {
  std::string command = "neuron-vp";
  for (const CLI::App* used : app->get_subcommands()) command += " " + used->get_name();
  return "neuron-vp: " + std::string(error.what()) + "\nSee " + command + " --help.\n";
}

/// A standard stream that is closed would be the number of the next file that is opened, and what
/// is printed would get into a report. Neither reading nor writing works on what stands there
/// instead.
void occupy_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
  }
}

/// What was printed has arrived, or the run is worth nothing to its reader.
int after_output(int code) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
  std::fprintf(stderr, "neuron-vp: standard output cannot be written\n");
  return code == 0 ? kBadInput : code;
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 1);
  CLI::App app("neuron-vp: a virtual platform of an AWS Neuron accelerator");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("neuron-vp ") + NVP_VERSION);
  app.footer("neuron-vp SUBCOMMAND --help shows options and examples.");
  app.name("neuron-vp");
  app.failure_message(usage_message);
  Arguments arguments;
  add_run(app, arguments);
  add_others(app, arguments);
  if (unknown_command(app, argc, argv)) return kBadInput;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadInput;
  }
  try {
    return after_output(dispatch(app, arguments));
  } catch (const nvp::Error& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "neuron-vp: %s\n", error.what());
    return error.kind() == nvp::Error::Kind::input ? kBadInput : kBroken;
  } catch (const std::system_error& error) {  // of fmt::print, as a full disk
    std::fprintf(stderr, "neuron-vp: standard output cannot be written: %s\n", error.what());
    return kBadInput;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "neuron-vp: a fault of the platform: %s\n", error.what());
    return kBroken;
  }
}
