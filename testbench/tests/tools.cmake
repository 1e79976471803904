# SPDX-License-Identifier: Apache-2.0
# Checks that are programs of their own.
add_test(NAME dependency_direction
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/check-dependencies.py ${PROJECT_SOURCE_DIR})
add_test(NAME dependency_direction_finds_a_wrong_include
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_dependencies_test.py
                 ${PROJECT_SOURCE_DIR}/scripts/check-dependencies.py)
if(TARGET neuron-vp)
  # Two runs of the same scenario and seed give the same trace, byte for byte.
  add_test(NAME determinism COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-determinism.sh $<TARGET_FILE:neuron-vp>)
  set_tests_properties(determinism PROPERTIES TIMEOUT 300)
  find_program(NVP_VERILATOR verilator)
  add_test(NAME regs_output
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/regs_output_test.py
                   $<TARGET_FILE:neuron-vp> ${CMAKE_C_COMPILER}
                   $<$<BOOL:${NVP_VERILATOR}>:${NVP_VERILATOR}>)
  add_test(NAME install
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/install/install_test.py
                   ${CMAKE_COMMAND} ${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR}
                   ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
  set_tests_properties(install PROPERTIES TIMEOUT 600 LABELS long)
endif()
