# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: the program, its libraries and headers, and find_package(neuron-vp).

include(CMakePackageConfigHelpers)
