# SPDX-License-Identifier: Apache-2.0
# The simulated kernel, tested through a module of kernel C.
nvp_add_driver(testbench_ktest KBUILD_MODNAME ktest INCLUDES ${CMAKE_CURRENT_SOURCE_DIR}/kernel_module
  SOURCES kernel_module/basics.c kernel_module/threads.c kernel_module/faults.c
          kernel_module/device.c)
nvp_library(testbench_kernel_bench SYSTEMC SOURCES kernel_module/bench.cpp LINKS testbench_ktest GTest::gtest)
foreach(suite basics time threads locks memory mmio files process sysfs checks module reports)
  nvp_test(kernel_${suite}_test SOURCES kernel_${suite}_test.cpp LINKS testbench_kernel_bench)
endforeach()

# The driver of docs/your-driver.md.
nvp_add_driver(testbench_thermo KBUILD_MODNAME thermo SOURCES kernel_module/thermo.c)
nvp_test(kernel_your_driver_test SYSTEMC SOURCES kernel_your_driver_test.cpp LINKS testbench_thermo)
target_compile_definitions(kernel_your_driver_test PRIVATE
                           NVP_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\")
