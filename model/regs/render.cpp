// SPDX-License-Identifier: Apache-2.0
#include "model/regs/render.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "model/regs/table.h"
#include "model/sim/error.h"

namespace nvp::regs {
namespace {

/// A block with the windows in which a generation shows it.
struct Placed {
  const Block* block;
  std::vector<const Window*> windows;
};

using Renderer = std::string (*)(const std::vector<Placed>&, std::string_view generation);

std::string offset_text(const Register& reg) {
  std::string text = fmt::format("{:#x}", reg.offset);
  for (unsigned d = 0; d < 2; ++d)
    if (reg.stride[d] != 0)
      text += fmt::format("+{:#x}*{} (0..{})", reg.stride[d], "ij"[d], reg.count[d] - 1);
  return text;
}

std::string bits_text(const Field& field) {
  return field.msb == field.lsb ? fmt::format("{}", field.lsb)
                                : fmt::format("{}:{}", field.msb, field.lsb);
}

std::string placed_text(const Window& window) {
  std::string text;
  for (const Run& run : window.runs)
    text += run.count == 1
                ? fmt::format(" {:#x}", run.offset)
                : fmt::format(" {:#x}+{:#x}*(0..{})", run.offset, run.stride, run.count - 1);
  return text;
}

std::string table(const std::vector<Placed>& placed, std::string_view) {
  std::string out;
  for (const auto& [block, windows] : placed) {
    out += fmt::format("{}: {} ({})\n", block->name, block->text, block->reference);
    for (const Window* window : windows)
      out += fmt::format("  {} {}:{}\n", block->side == Side::host ? "BAR0" : "management bus",
                         window->name, placed_text(*window));
    for (const Memory& memory : block->memories)
      out += fmt::format("  {:<28} {:<5} {:<10}  {}\n", fmt::format("{:#x}", memory.offset), "mem",
                         fmt::format("{:#x}", memory.bytes), memory.name);
    for (const Register& reg : block->registers) {
      out += fmt::format("  {:<28} {:<5} {:<10}  {}: {}\n", offset_text(reg), name(reg.access),
                         fmt::format("{:#x}", reg.reset), reg.name, reg.text);
      for (const Field& field : reg.fields)
        out += fmt::format("    {:>5}  {}: {}\n", bits_text(field), field.name, field.text);
    }
    out += '\n';
  }
  return out;
}

nlohmann::ordered_json to_json(const Register& reg) {
  nlohmann::ordered_json out = {{"name", reg.name},
                                {"offset", reg.offset},
                                {"access", name(reg.access)},
                                {"reset", reg.reset},
                                {"writable", reg.writable}};
  for (unsigned d = 0; d < 2; ++d)
    if (reg.stride[d] != 0)
      out["array"].push_back({{"count", reg.count[d]}, {"stride", reg.stride[d]}});
  for (const Field& field : reg.fields)
    out["fields"].push_back(
        {{"name", field.name}, {"bits", bits_text(field)}, {"text", field.text}});
  out["reference"] = reg.reference;
  out["text"] = reg.text;
  return out;
}

std::string json(const std::vector<Placed>& placed, std::string_view generation) {
  nlohmann::ordered_json out = {{"generation", generation}};
  out["blocks"] = nlohmann::ordered_json::array();
  for (const auto& [block, windows] : placed) {
    nlohmann::ordered_json entry = {{"name", block->name},
                                    {"side", block->side == Side::host ? "host" : "mgmt"},
                                    {"bytes", block->bytes},
                                    {"reference", block->reference},
                                    {"text", block->text},
                                    {"windows", nlohmann::ordered_json::array()},
                                    {"registers", nlohmann::ordered_json::array()}};
    for (const Window* window : windows)
      for (const Run& run : window->runs)
        entry["windows"].push_back({{"name", window->name},
                                    {"first", run.first},
                                    {"count", run.count},
                                    {"offset", run.offset},
                                    {"stride", run.stride}});
    for (const Register& reg : block->registers) entry["registers"].push_back(to_json(reg));
    out["blocks"].push_back(std::move(entry));
  }
  return out.dump(2) + "\n";
}

std::string c(const std::vector<Placed>& placed, std::string_view) {
  std::string out;
  for (const auto& [block, windows] : placed) {
    out += fmt::format("/* {}: {} ({}) */\n", block->name, block->text, block->reference);
    for (const Register& reg : block->registers) {
      std::string args, terms;
      for (unsigned d = 0; d < 2; ++d) {
        if (reg.stride[d] == 0) continue;
        args += fmt::format("{}{}", d ? ", " : "", "ij"[d]);
        terms += fmt::format(" + {:#x}u * ({})", reg.stride[d], "ij"[d]);
      }
      out += args.empty()
                 ? fmt::format("#define {}_{} {:#x}u\n", block->prefix, reg.name, reg.offset)
                 : fmt::format("#define {}_{}({}) ({:#x}u{})\n", block->prefix, reg.name, args,
                               reg.offset, terms);
    }
    out += '\n';
  }
  return out;
}

std::string sv(const std::vector<Placed>& placed, std::string_view generation) {
  const std::string_view what = placed.size() == 1 ? placed.front().block->name : "regs";
  std::string out = fmt::format(
      "/* verilator lint_off UNUSEDPARAM */\npackage neuron_{}_{}_pkg;\n\n", what, generation);
  for (const auto& [block, windows] : placed) {
    out += fmt::format("// {}: {} ({})\n", block->name, block->text, block->reference);
    for (const Register& reg : block->registers) {
      out += fmt::format("parameter logic [31:0] {}_{} = 32'h{:08x};\n", block->prefix, reg.name,
                         reg.offset);
      for (unsigned d = 0; d < 2; ++d)
        if (reg.stride[d] != 0)
          out += fmt::format("parameter logic [31:0] {}_{}_STRIDE{} = 32'h{:08x};\n", block->prefix,
                             reg.name, d ? "2" : "", reg.stride[d]);
    }
    out += '\n';
  }
  return out + "endpackage\n/* verilator lint_on UNUSEDPARAM */\n";
}

struct Format {
  std::string_view name;
  Renderer render;
};
constexpr Format kFormats[] = {{"table", table}, {"json", json}, {"c", c}, {"sv", sv}};

Renderer renderer_of(std::string_view format) {
  std::string accepted;
  for (const Format& f : kFormats) {
    if (f.name == format) return f.render;
    accepted += fmt::format("{}{}", accepted.empty() ? "" : ", ", f.name);
  }
  throw Error(fmt::format("unknown format '{}'; accepted are {}", format, accepted));
}

unsigned generation_of(std::string_view generation) {
  if (generation == "v2") return 2;
  if (generation == "v3") return 3;
  if (generation == "v4") return 4;
  throw Error(fmt::format("unknown generation '{}'; accepted are v2, v3, v4", generation));
}

Placed place(const Block& block, unsigned generation) {
  Placed placed{&block, {}};
  for (const Window& window : block.side == Side::host ? windows(generation) : mgmt_windows())
    if (window.block == &block) placed.windows.push_back(&window);
  return placed;
}

std::vector<Placed> select(std::string_view name, unsigned generation) {
  std::vector<Placed> placed;
  std::string accepted;
  for (const Block& block : blocks()) {
    if (!(block.generations >> generation & 1)) continue;
    accepted += fmt::format("{}{}", accepted.empty() ? "" : ", ", block.name);
    if (name.empty() || block.name == name) placed.push_back(place(block, generation));
  }
  if (placed.empty())
    throw Error(
        fmt::format("unknown block '{}' in v{}; accepted are {}", name, generation, accepted));
  return placed;
}

}  // namespace

std::string render(std::string_view block, std::string_view generation, std::string_view format) {
  const Renderer renderer = renderer_of(format);
  return renderer(select(block, generation_of(generation)), generation);
}

}  // namespace nvp::regs
