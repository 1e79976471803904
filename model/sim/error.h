// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_SIM_ERROR_H_
#define NEURON_VP_MODEL_SIM_ERROR_H_

#include <stdexcept>
#include <string>

namespace nvp {

/// The one exception of the platform's libraries. The message says what is wrong and what is
/// accepted; input errors begin with `file:line:column: `.
class Error : public std::runtime_error {
 public:
  /// What the program's exit code says about it (docs/architecture.md, "Errors").
  enum class Kind {
    input,     ///< bad usage or bad input: exit code 2
    platform,  ///< a fault of the platform itself: exit code 3
  };

  explicit Error(const std::string& what, Kind kind = Kind::input)
      : std::runtime_error(what), kind_(kind) {}

  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

}  // namespace nvp

#endif  // NEURON_VP_MODEL_SIM_ERROR_H_
