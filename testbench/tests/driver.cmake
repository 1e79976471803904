# SPDX-License-Identifier: Apache-2.0
# A host with devices and the driver (support/driver_platform.h).
if(TARGET driver_neuron AND TARGET driver_kernel AND TARGET model_device)
  add_library(testbench_driver_probe STATIC support/driver_probe.c)
  target_include_directories(testbench_driver_probe PRIVATE
    ${NVP_KERNEL_INCLUDE_DIR} ${PROJECT_SOURCE_DIR}/driver/neuron
    ${CMAKE_BINARY_DIR}/gen/model/regs ${CMAKE_BINARY_DIR}/gen/driver/uapi)
  nvp_kernel_c(testbench_driver_probe neuron)
  target_link_libraries(testbench_driver_probe PUBLIC driver_neuron)
  add_dependencies(testbench_driver_probe model_regs_gen driver_fidelity_gen driver_uapi_gen)

  nvp_library(testbench_driver_platform SYSTEMC
              SOURCES support/driver_platform.cpp support/scripted_port.cpp
                      support/scripted_firmware.cpp
              LINKS testbench_driver_probe driver_neuron driver_uapi driver_kernel model_device
                    model_generation model_sim testbench_support GTest::gtest
              GENERATED driver_fidelity_gen model_regs_gen)

  foreach(suite fwio reset probe power log device)
    nvp_test(driver_${suite}_test SOURCES driver_${suite}_test.cpp LINKS testbench_driver_platform
             GENERATED model_regs_gen)
  endforeach()
endif()
