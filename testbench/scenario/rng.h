// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_RNG_H_
#define NEURON_VP_TESTBENCH_SCENARIO_RNG_H_

#include <cstdint>

namespace nvp::scenario {

/// splitmix64: the same numbers on every machine.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// A number below `bound` (which is not 0).
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

/// The seed of one of several independent streams.
inline std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t stream) {
  Rng rng(seed ^ (stream * 0xd1342543de82ef95u));
  return rng.next();
}

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_RNG_H_
