# SPDX-License-Identifier: Apache-2.0
# nvp_add_driver(NAME SOURCES a.c... [INCLUDES dir...] [KBUILD_MODNAME name] [GENERATED target...])
# Compiles kernel C, unchanged, against driver/kernel/include instead of Linux's headers. No header of
# the C library is visible to it: only the shim's own and the compiler's.
function(nvp_add_driver name)
  cmake_parse_arguments(arg "" "KBUILD_MODNAME" "SOURCES;INCLUDES;GENERATED" ${ARGN})
  if(NOT arg_KBUILD_MODNAME)
    set(arg_KBUILD_MODNAME ${name})
  endif()
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${NVP_KERNEL_INCLUDE_DIR} ${arg_INCLUDES})
  target_compile_definitions(${name} PRIVATE __KERNEL__ MODULE
                             KBUILD_MODNAME=\"${arg_KBUILD_MODNAME}\")
  target_compile_options(${name} PRIVATE -std=gnu11 -nostdinc -fno-strict-aliasing
                         -fno-builtin-printf -Wno-unused-parameter -Wno-sign-compare
                         -Wno-missing-field-initializers)
  target_link_libraries(${name} PUBLIC driver_kernel)
  if(arg_GENERATED)
    add_dependencies(${name} ${arg_GENERATED})
  endif()
endfunction()
