# SPDX-License-Identifier: Apache-2.0
# Kernel C, compiled unchanged against the shim (docs/your-driver.md).

if(NOT NVP_PACKAGE_KERNEL_INCLUDE_DIR)  # set by an installed package
  set(NVP_PACKAGE_KERNEL_INCLUDE_DIR ${CMAKE_CURRENT_LIST_DIR}/../driver/kernel/include)
endif()
get_filename_component(NVP_PACKAGE_KERNEL_INCLUDE_DIR ${NVP_PACKAGE_KERNEL_INCLUDE_DIR} ABSOLUTE)
set(NVP_KERNEL_INCLUDE_DIR ${NVP_PACKAGE_KERNEL_INCLUDE_DIR} CACHE INTERNAL
    "Linux's headers as the platform provides them")

# nvp_kernel_c(TARGET KBUILD_MODNAME): the dialect of kernel C. No header of the C library is visible
# to it: only the shim's own and the compiler's. Errors of the platform pass through it as exceptions.
function(nvp_kernel_c target modname)
  target_compile_definitions(${target} PRIVATE __KERNEL__ MODULE CONFIG_FAULT_INJECTION=1
                             KBUILD_MODNAME=\"${modname}\")
  target_compile_options(${target} PRIVATE -std=gnu11 -nostdinc -fexceptions -fno-strict-aliasing
                         -fno-builtin-printf -Wno-pointer-sign -Wno-unused-parameter -Wno-sign-compare
                         -Wno-missing-field-initializers)
endfunction()

# nvp_add_driver(NAME SOURCES a.c... [INCLUDES dir...] [KBUILD_MODNAME name] [GENERATED target...])
# A kernel module as a static library. Linking it into a program makes it the module that
# vk::Kernel::load_module() loads; a program has one.
function(nvp_add_driver name)
  cmake_parse_arguments(arg "" "KBUILD_MODNAME" "SOURCES;INCLUDES;GENERATED" ${ARGN})
  if(NOT arg_KBUILD_MODNAME)
    set(arg_KBUILD_MODNAME ${name})
  endif()
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${NVP_KERNEL_INCLUDE_DIR} ${arg_INCLUDES})
  nvp_kernel_c(${name} ${arg_KBUILD_MODNAME})
  if(TARGET driver_kernel)
    target_link_libraries(${name} PUBLIC driver_kernel)
  else()
    target_link_libraries(${name} PUBLIC nvp::driver_kernel)
  endif()
  # Nobody calls the module by name, so its entry is asked for here.
  target_link_options(${name} INTERFACE "LINKER:-u,vk_module_entry")
  if(arg_GENERATED)
    add_dependencies(${name} ${arg_GENERATED})
  endif()
endfunction()
