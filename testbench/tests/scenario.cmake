# SPDX-License-Identifier: Apache-2.0
nvp_test(scenario_document_test SOURCES scenario_document_test.cpp LINKS testbench_language)
nvp_test(scenario_language_test SOURCES scenario_language_test.cpp LINKS testbench_language)
nvp_test(scenario_schema_test SOURCES scenario_schema_test.cpp LINKS testbench_language
         nlohmann_json::nlohmann_json)
nvp_test(scenario_verdict_test SOURCES scenario_verdict_test.cpp LINKS testbench_verdicts)
nvp_test(report_test SOURCES report_records_test.cpp report_files_test.cpp
         LINKS testbench_report testbench_verdicts nlohmann_json::nlohmann_json)
target_compile_definitions(scenario_schema_test PRIVATE NVP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
nvp_test(cli_test SOURCES cli_test.cpp TIMEOUT 120)
target_compile_definitions(cli_test PRIVATE NVP_PROGRAM="$<TARGET_FILE:neuron-vp>"
                           NVP_SCENARIOS="${PROJECT_SOURCE_DIR}/testbench/scenarios")
add_dependencies(cli_test neuron-vp)
nvp_test(cli_files_test SOURCES cli_files_test.cpp TIMEOUT 120)
target_compile_definitions(cli_files_test PRIVATE NVP_PROGRAM="$<TARGET_FILE:neuron-vp>")
add_dependencies(cli_files_test neuron-vp)
add_test(NAME scenario_fuzz
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/scenario_fuzz.py $<TARGET_FILE:neuron-vp> 1 12)
set_tests_properties(scenario_fuzz PROPERTIES TIMEOUT 600)
