# SPDX-License-Identifier: Apache-2.0
nvp_test(regs_table_test SOURCES regs_table_test.cpp regs_header_check.c LINKS model_regs
         GENERATED model_regs_gen)
nvp_test(regs_render_test SOURCES regs_render_test.cpp LINKS model_regs nlohmann_json::nlohmann_json)
nvp_test(regs_register_file_test SYSTEMC SOURCES regs_register_file_test.cpp
         LINKS model_register_file model_bus)
add_test(NAME regs_generator_test
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/regs_generator_test.py
                 ${PROJECT_SOURCE_DIR})
