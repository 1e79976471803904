# SPDX-License-Identifier: Apache-2.0
set(links model_mgmt model_generation)
nvp_test(firmware_boot_test SYSTEMC SOURCES firmware_boot_test.cpp LINKS ${links})
