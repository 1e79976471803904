# SPDX-License-Identifier: Apache-2.0
nvp_test(device_generation_test SOURCES device_generation_test.cpp LINKS model_generation)
nvp_test(device_memory_test SYSTEMC SOURCES device_memory_test.cpp LINKS model_memory model_bus)
nvp_test(neuroncore_test SYSTEMC
         SOURCES neuroncore_busy_meter_test.cpp neuroncore_sync_unit_test.cpp
                 neuroncore_job_core_test.cpp
         LINKS model_neuroncore model_bus)
foreach(suite boot registers hbm reset core platform)
  nvp_test(device_${suite}_test SYSTEMC SOURCES device_${suite}_test.cpp LINKS model_device)
endforeach()
