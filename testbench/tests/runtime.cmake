# SPDX-License-Identifier: Apache-2.0
# Label native: no simulation, so that any sanitizer can look at them; target native_tests builds
# them alone.
nvp_test(nlog_test LINKS runtime_nlog LABELS native
         SOURCES nlog_levels_test.cpp nlog_direct_test.cpp nlog_coalesced_test.cpp
                 nlog_error_log_test.cpp)
nvp_test(nds_test LINKS runtime_nds runtime_nrt LABELS native SOURCES nds_test.cpp)
nvp_test(nrt_test LINKS runtime_nrt LABELS native
         SOURCES nrt_status_test.cpp nrt_lifecycle_test.cpp)
nvp_test(nrt_threads_test LINKS runtime_nrt runtime_os_native LABELS native
         SOURCES nrt_threads_test.cpp)
nvp_test(os_native_test LINKS runtime_nlog runtime_os_native LABELS native
         SOURCES os_native_test.cpp os_civil_test.cpp)
nvp_test(os_library_test LINKS runtime_status LABELS native SOURCES os_library_test.cpp)
add_dependencies(os_library_test runtime_native)
target_compile_definitions(os_library_test
                           PRIVATE NVP_RUNTIME_LIBRARY="$<TARGET_FILE:runtime_native>")
add_custom_target(native_tests DEPENDS nlog_test nds_test nrt_test nrt_threads_test os_native_test
                                       os_library_test)
if(TARGET testbench_driver_platform)
  nvp_test(nrt_platform_test LINKS runtime_nrt runtime_os_sim testbench_driver_platform
           SOURCES nrt_platform_test.cpp)
endif()
