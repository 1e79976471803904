# SPDX-License-Identifier: Apache-2.0
nvp_test(sim_clock_test SOURCES sim_clock_test.cpp LINKS model_sim)
nvp_test(sim_thread_test SYSTEMC SOURCES sim_thread_test.cpp LINKS model_sim)
nvp_test(trace_event_test SOURCES trace_event_test.cpp LINKS model_trace nlohmann_json::nlohmann_json)
