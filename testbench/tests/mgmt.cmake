# SPDX-License-Identifier: Apache-2.0
foreach(suite blocks miscram peripherals)
  nvp_test(mgmt_${suite}_test SYSTEMC SOURCES mgmt_${suite}_test.cpp LINKS model_mgmt)
endforeach()

# A user's firmware: its own main, and the HAL's sources.
add_library(mgmt_sample_firmware MODULE mgmt_sample_firmware.c
            ${PROJECT_SOURCE_DIR}/model/firmware/hal_native.c
            ${PROJECT_SOURCE_DIR}/model/firmware/hal_bus.c)
target_include_directories(mgmt_sample_firmware PRIVATE ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
target_compile_options(mgmt_sample_firmware PRIVATE -ffreestanding -fexceptions)
target_link_options(mgmt_sample_firmware PRIVATE LINKER:-Bsymbolic)
add_dependencies(mgmt_sample_firmware model_regs_gen)
nvp_test(mgmt_processor_test SYSTEMC SOURCES mgmt_processor_test.cpp
         LINKS model_mgmt model_generation GENERATED mgmt_sample_firmware)
target_compile_definitions(mgmt_processor_test PRIVATE
                           NVP_SAMPLE_FIRMWARE="$<TARGET_FILE:mgmt_sample_firmware>")
