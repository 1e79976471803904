# SPDX-License-Identifier: Apache-2.0
nvp_test(nlog_test LINKS runtime_nlog
         SOURCES nlog_levels_test.cpp nlog_direct_test.cpp nlog_coalesced_test.cpp
                 nlog_error_log_test.cpp)
nvp_test(nds_test LINKS runtime_nds runtime_nrt SOURCES nds_test.cpp)
nvp_test(nrt_test LINKS runtime_nrt SOURCES nrt_status_test.cpp nrt_lifecycle_test.cpp)
nvp_test(os_native_test LINKS runtime_nlog runtime_os_native
         SOURCES os_native_test.cpp os_civil_test.cpp)
if(TARGET testbench_driver_platform)
  nvp_test(nrt_platform_test LINKS runtime_nrt runtime_os_sim testbench_driver_platform
           SOURCES nrt_platform_test.cpp)
endif()
