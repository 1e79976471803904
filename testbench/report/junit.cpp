// SPDX-License-Identifier: Apache-2.0
#include "testbench/report/junit.h"

#include <fmt/format.h>

#include "testbench/scenario/text.h"

namespace nvp::report {
namespace {

/// Bytes of the character at `text[i]`, 0 if XML cannot hold it: a control character, U+FFFE or
/// U+FFFF, or no UTF-8.
std::size_t character_length(std::string_view text, std::size_t i) {
  const std::string_view rest = text.substr(i);
  if (rest.substr(0, 3) == "\xef\xbf\xbe" || rest.substr(0, 3) == "\xef\xbf\xbf") return 0;
  return scenario::sequence_length(text, i);
}

/// Text for an attribute or element: markup escaped, what XML cannot hold as \xNN.
std::string escape(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default: {
        const std::size_t length = character_length(text, i);
        if (length == 0) {
          out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
          out += text.substr(i, length);
          i += length - 1;
        }
      }
    }
  }
  return out;
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0;
};

bool without_verdict(const Result& r) {
  return r.outcome != Outcome::passed && r.outcome != Outcome::failed;
}

Counts count(const Result& r) {
  Counts c;
  c.tests = r.verdicts.size();
  for (const Verdict& v : r.verdicts) c.failures += !v.met;
  if (without_verdict(r)) {
    c.tests++;
    c.errors++;
  }
  return c;
}

void add_suite(std::string& out, const Result& r) {
  const Counts c = count(r);
  out += fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" "
      "time=\"{}.{:06}\">\n",
      escape(r.scenario), c.tests, c.failures, c.errors, r.simulated / kPsPerSecond,
      r.simulated % kPsPerSecond / kPsPerUs);
  for (const Verdict& v : r.verdicts) {
    out += fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\"", escape(r.scenario),
                       escape(v.title), escape(v.where));
    out += v.met ? "/>\n"
                 : fmt::format(">\n      <failure message=\"{}\"/>\n    </testcase>\n",
                               escape(v.found));
  }
  if (without_verdict(r)) {
    out += fmt::format(
        "    <testcase classname=\"{}\" name=\"the run reaches a verdict\">\n"
        "      <error message=\"{}: {}\"/>\n    </testcase>\n",
        escape(r.scenario), word(r.outcome), escape(r.error));
  }
  out += "  </testsuite>\n";
}

}  // namespace

std::string junit_report(const std::vector<Result>& results) {
  Counts all;
  std::string suites;
  for (const Result& result : results) {
    const Counts c = count(result);
    all.tests += c.tests;
    all.failures += c.failures;
    all.errors += c.errors;
    add_suite(suites, result);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"neuron-vp\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}"
      "</testsuites>\n",
      all.tests, all.failures, all.errors, suites);
}

}  // namespace nvp::report
