# SPDX-License-Identifier: Apache-2.0
nvp_test(mgmt_miscram_test SYSTEMC SOURCES mgmt_miscram_test.cpp LINKS model_mgmt)
nvp_test(mgmt_blocks_test SYSTEMC SOURCES mgmt_blocks_test.cpp LINKS model_mgmt)
nvp_test(mgmt_peripherals_test SYSTEMC SOURCES mgmt_peripherals_test.cpp LINKS model_mgmt)
