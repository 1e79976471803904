# SPDX-License-Identifier: Apache-2.0
# The packages of docs/architecture.md, and a try-link against SystemC.

find_package(SystemC REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
find_package(CLI11 CONFIG REQUIRED)
find_package(yaml-cpp CONFIG REQUIRED)
find_package(fmt CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_package(Threads REQUIRED)

# The generators need Python with PyYAML; the first python3 on the PATH may be one without it.
foreach(candidate python3 /usr/bin/python3)
  execute_process(COMMAND ${candidate} -c "import sys, yaml; print(sys.executable)"
                  OUTPUT_VARIABLE python OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                  RESULT_VARIABLE status)
  if(status EQUAL 0)
    set(Python3_EXECUTABLE ${python})
    break()
  endif()
endforeach()
if(NOT Python3_EXECUTABLE)
  message(FATAL_ERROR "no python3 with PyYAML found: install Debian's python3-yaml")
endif()
find_package(Python3 COMPONENTS Interpreter REQUIRED)

# SystemC's headers name the C++ standard in a symbol that the library must define. A library built
# for another standard fails only at the very end of the link, so try it now.
set(probe ${CMAKE_BINARY_DIR}/CMakeFiles/systemc_probe.cpp)
file(WRITE ${probe} "#include <systemc>\nint sc_main(int, char**) { return 0; }\n")
try_compile(NVP_SYSTEMC_LINKS ${CMAKE_BINARY_DIR}/CMakeFiles ${probe}
            LINK_LIBRARIES SystemC::systemc
            CXX_STANDARD ${CMAKE_CXX_STANDARD} CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
            OUTPUT_VARIABLE systemc_log)
if(NOT NVP_SYSTEMC_LINKS)
  string(REGEX MATCH "sc_api_version[A-Za-z0-9_]*cxx([0-9]+)L" found "${systemc_log}")
  message(FATAL_ERROR
    "SystemC does not link with this project's C++${CMAKE_CXX_STANDARD} (${found}).\n"
    "The SystemC library was built for another C++ standard. Rebuild SystemC with "
    "-DCMAKE_CXX_STANDARD=${CMAKE_CXX_STANDARD}, or install Debian's libsystemc-dev.\n${systemc_log}")
endif()
