# SPDX-License-Identifier: Apache-2.0
# Language levels, warnings as errors, sanitizers and the compiler cache.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS ON)  # the kernel's dialect is gnu11
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_COMPILE_OPTIONS_PIE -fPIC)  # programs share the libraries' precompiled header
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1")  # assertions stay on: they are part of the model
set(CMAKE_C_FLAGS_RELEASE "-O2 -g1")

set(NVP_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined or thread")
if(NVP_SANITIZE)
  add_compile_options(-fsanitize=${NVP_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=undefined -O1)
  add_link_options(-fsanitize=${NVP_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # What the sanitizers insert makes gcc 12 see uninitialised members in libstdc++'s <regex>.
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  endif()
endif()

add_compile_options(-Wall -Wextra -Werror)

# For the rooms that every register access passes: position-independent code may inline its own
# functions all the same, since nobody replaces them at run time.
set(NVP_HOT -fno-semantic-interposition)

find_program(NVP_CCACHE ccache)
if(NVP_CCACHE)
  # Precompiled headers are only cached with these two relaxations.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${NVP_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
