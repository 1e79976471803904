# SPDX-License-Identifier: Apache-2.0
if(TARGET driver_neuron AND TARGET model_device)
  add_library(testbench_platform_probe STATIC platform_probe.c)
  target_include_directories(testbench_platform_probe PRIVATE
    ${NVP_KERNEL_INCLUDE_DIR} ${PROJECT_SOURCE_DIR}/driver/neuron
    ${CMAKE_BINARY_DIR}/gen/model/regs ${CMAKE_BINARY_DIR}/gen/driver/uapi)
  nvp_kernel_c(testbench_platform_probe neuron)
  target_link_libraries(testbench_platform_probe PUBLIC driver_neuron)
  add_dependencies(testbench_platform_probe model_regs_gen driver_fidelity_gen driver_uapi_gen)

  nvp_bench(platform_bench SOURCES platform_bench.cpp
            LINKS testbench_platform_probe driver_neuron driver_uapi driver_kernel model_device)
endif()

if(TARGET neuron-vp)
  nvp_bench(scenario_bench SOURCES scenario_bench.cpp LINKS model_sim)
  target_compile_definitions(scenario_bench PRIVATE NVP_PROGRAM="$<TARGET_FILE:neuron-vp>"
                             NVP_SCENARIOS="${PROJECT_SOURCE_DIR}/testbench/scenarios")
  add_dependencies(scenario_bench neuron-vp)
endif()
