# SPDX-License-Identifier: Apache-2.0
# The metrics engine, the datastore and the character device, on scripted devices and processes.
if(TARGET testbench_driver_platform)
  add_library(testbench_metrics_probe STATIC support/metrics_probe.c)
  target_include_directories(testbench_metrics_probe PRIVATE
    ${NVP_KERNEL_INCLUDE_DIR} ${PROJECT_SOURCE_DIR}/driver/neuron
    ${CMAKE_BINARY_DIR}/gen/model/regs ${CMAKE_BINARY_DIR}/gen/driver/uapi)
  nvp_kernel_c(testbench_metrics_probe neuron)
  target_link_libraries(testbench_metrics_probe PUBLIC driver_neuron)
  add_dependencies(testbench_metrics_probe model_regs_gen driver_fidelity_gen driver_uapi_gen)

  nvp_library(testbench_metrics_bench SOURCES support/client.cpp support/metrics_bench.cpp
              LINKS testbench_metrics_probe testbench_driver_platform GTest::gtest
              GENERATED driver_uapi_gen)

  foreach(suite metrics_engine metrics_loss metrics_rows metrics_thread metrics_timing
                metrics_fidelity datastore_kernel cdev_files cdev_ioctl cdev_cores cdev_log cdev_sysfs)
    nvp_test(${suite}_test SOURCES ${suite}_test.cpp LINKS testbench_metrics_bench
             GENERATED driver_uapi_gen)
  endforeach()
endif()
if(TARGET neuron-vp)
  add_test(NAME fidelity_modes
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/fidelity_modes_test.py
                   $<TARGET_FILE:neuron-vp> ${PROJECT_SOURCE_DIR}/testbench/scenarios/first-light.yaml)
endif()
