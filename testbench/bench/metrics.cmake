# SPDX-License-Identifier: Apache-2.0
if(TARGET testbench_metrics_probe)
  nvp_bench(metrics_bench SOURCES metrics_bench.cpp
            LINKS testbench_metrics_probe testbench_driver_platform)
  add_dependencies(metrics_bench driver_uapi_gen)
endif()
