# SPDX-License-Identifier: Apache-2.0
# How this project declares its targets. Target names follow the folders: model/bus is model_bus.

set(NVP_GEN_DIR ${CMAKE_BINARY_DIR}/gen)  # generated files: #include "gen/..."

# One translation unit's worth of SystemC and TLM headers, compiled once for everybody.
add_library(nvp_pch OBJECT ${CMAKE_CURRENT_LIST_DIR}/pch.cpp)
target_link_libraries(nvp_pch PUBLIC SystemC::systemc)
target_precompile_headers(nvp_pch PRIVATE <systemc> <tlm> <cstdint> <deque> <functional> <map>
                          <memory> <optional> <string> <string_view> <vector>)

# nvp_library(NAME [SYSTEMC] SOURCES a.cpp... [LINKS lib...] [GENERATED target...])
# SYSTEMC: its sources include SystemC, so they use the common precompiled header.
function(nvp_library name)
  cmake_parse_arguments(arg "SYSTEMC" "" "SOURCES;LINKS;GENERATED" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                            $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}>
                                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/neuron-vp>)
  target_link_libraries(${name} PUBLIC ${arg_LINKS})
  if(arg_SYSTEMC)
    target_link_libraries(${name} PUBLIC SystemC::systemc)
    target_precompile_headers(${name} REUSE_FROM nvp_pch)
  endif()
  if(arg_GENERATED)
    add_dependencies(${name} ${arg_GENERATED})
  endif()
  set_property(GLOBAL APPEND PROPERTY NVP_LIBRARIES ${name})
endfunction()

# nvp_header_library(NAME [LINKS lib...] [GENERATED target...]): headers only.
function(nvp_header_library name)
  cmake_parse_arguments(arg "" "" "LINKS;GENERATED" ${ARGN})
  add_library(${name} INTERFACE)
  target_include_directories(${name} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                               $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}>
                                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/neuron-vp>)
  target_link_libraries(${name} INTERFACE ${arg_LINKS})
  if(arg_GENERATED)
    add_dependencies(${name} ${arg_GENERATED})
  endif()
  set_property(GLOBAL APPEND PROPERTY NVP_LIBRARIES ${name})
endfunction()

# nvp_generate(TARGET script.py SOURCES data.yaml... OUTPUTS gen/relative.h...)
# Runs `script.py OUTPUT_DIR DATA...` whenever the script or its data change; OUTPUTS are relative to
# the build folder and included as "gen/...".
function(nvp_generate target script)
  cmake_parse_arguments(arg "" "" "SOURCES;OUTPUTS" ${ARGN})
  list(TRANSFORM arg_OUTPUTS PREPEND ${CMAKE_BINARY_DIR}/ OUTPUT_VARIABLE outputs)
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE data)
  add_custom_command(OUTPUT ${outputs}
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/${script} ${CMAKE_BINARY_DIR} ${data}
    DEPENDS ${PROJECT_SOURCE_DIR}/${script} ${data}
    COMMENT "Generating ${target}" VERBATIM)
  add_custom_target(${target} DEPENDS ${outputs})
endfunction()

# nvp_test(NAME SOURCES a.cpp... [LINKS lib...] [SYSTEMC] [TIMEOUT s] [LABELS l...])
# One executable, one ctest entry. Tests that simulate use SIM_TEST of testbench/tests/support.
function(nvp_test name)
  cmake_parse_arguments(arg "SYSTEMC" "TIMEOUT" "SOURCES;LINKS;LABELS;GENERATED" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PRIVATE testbench_support ${arg_LINKS} GTest::gmock)
  if(arg_SYSTEMC)
    target_link_libraries(${name} PRIVATE SystemC::systemc)
    target_precompile_headers(${name} REUSE_FROM nvp_pch)
  endif()
  if(arg_GENERATED)
    add_dependencies(${name} ${arg_GENERATED})
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
endfunction()

# nvp_bench(NAME SOURCES a.cpp... [LINKS lib...]): a Google Benchmark program, not run by ctest.
function(nvp_bench name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${arg_LINKS} benchmark::benchmark SystemC::systemc)
  target_precompile_headers(${name} REUSE_FROM nvp_pch)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
endfunction()
