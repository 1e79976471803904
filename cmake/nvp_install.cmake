# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: the program, its libraries and headers, and find_package(neuron-vp).

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/neuron-vp)
get_property(libraries GLOBAL PROPERTY NVP_LIBRARIES)
set(tests_dir ${PROJECT_SOURCE_DIR}/testbench/tests)
set(installed neuron-vp driver_uapi driver_neuron runtime_native)
foreach(library IN LISTS libraries)
  get_target_property(folder ${library} SOURCE_DIR)
  cmake_path(IS_PREFIX tests_dir ${folder} of_tests)  # they drag in GoogleTest
  if(NOT of_tests)
    list(APPEND installed ${library})
  endif()
endforeach()
target_include_directories(driver_uapi PUBLIC
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/neuron-vp>)

install(TARGETS ${installed} EXPORT neuron-vp-targets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/neuron-vp)
install(EXPORT neuron-vp-targets NAMESPACE nvp:: DESTINATION ${package_dir})
foreach(tree model driver runtime testbench)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${tree} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/neuron-vp
          FILES_MATCHING PATTERN "*.h" PATTERN "*.def"
          PATTERN "driver/kernel/include" EXCLUDE PATTERN "testbench/tests" EXCLUDE PATTERN "driver/neuron" EXCLUDE)
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/gen DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/neuron-vp
        FILES_MATCHING PATTERN "*.h")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/driver/kernel/include/ DESTINATION ${CMAKE_INSTALL_DATADIR}/neuron-vp/kernel-include)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/testbench/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/neuron-vp)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/neuron-vp-config.cmake.in
  ${CMAKE_BINARY_DIR}/neuron-vp-config.cmake INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/neuron-vp-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/neuron-vp-config.cmake
              ${CMAKE_BINARY_DIR}/neuron-vp-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/FindSystemC.cmake ${CMAKE_CURRENT_LIST_DIR}/nvp_driver.cmake
        DESTINATION ${package_dir})
