# SPDX-License-Identifier: Apache-2.0
# Finds SystemC (with TLM-2.0) and defines SystemC::systemc. SYSTEMC_HOME names another install.

find_path(SystemC_INCLUDE_DIR NAMES systemc HINTS ENV SYSTEMC_HOME PATH_SUFFIXES include)
find_library(SystemC_LIBRARY NAMES systemc HINTS ENV SYSTEMC_HOME
             PATH_SUFFIXES lib lib-linux64 lib64)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR)

if(SystemC_FOUND AND NOT TARGET SystemC::systemc)
  add_library(SystemC::systemc UNKNOWN IMPORTED)
  set_target_properties(SystemC::systemc PROPERTIES
    IMPORTED_LOCATION ${SystemC_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${SystemC_INCLUDE_DIR}
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${SystemC_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS SC_INCLUDE_DYNAMIC_PROCESSES
    INTERFACE_LINK_OPTIONS "LINKER:-u,sc_main")  # the library's own main() refers to it
endif()
