// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_GENERATION_TABLES_H_
#define NEURON_VP_MODEL_GENERATION_TABLES_H_

#include "model/generation/generation.h"

namespace nvp::generation {

// Defined by the generated gen/model/generation/generation_table.cpp.
constexpr unsigned kGenerationCount = 3;
extern const Generation kGenerations[kGenerationCount];
extern const std::array<Product, 5> kProducts;

}  // namespace nvp::generation

#endif  // NEURON_VP_MODEL_GENERATION_TABLES_H_
