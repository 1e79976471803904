# SPDX-License-Identifier: Apache-2.0
set(links model_mgmt model_generation)

foreach(suite boot faults mailbox reset telemetry)
  nvp_test(firmware_${suite}_test SYSTEMC SOURCES firmware_${suite}_test.cpp LINKS ${links})
endforeach()
