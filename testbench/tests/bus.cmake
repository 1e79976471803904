# SPDX-License-Identifier: Apache-2.0
nvp_test(bus_arbiter_test SOURCES bus_arbiter_test.cpp LINKS model_bus)
nvp_test(bus_host_memory_test SOURCES bus_host_memory_test.cpp LINKS model_bus)
nvp_test(bus_register_port_test SYSTEMC SOURCES bus_register_port_test.cpp LINKS model_bus)
nvp_test(bus_link_test SYSTEMC SOURCES bus_link_test.cpp LINKS model_bus)
nvp_test(bus_decoder_test SYSTEMC SOURCES bus_decoder_test.cpp LINKS model_bus)
nvp_test(bus_dma_test SYSTEMC SOURCES bus_dma_test.cpp LINKS model_bus)
nvp_test(bus_protocol_checker_test SYSTEMC SOURCES bus_protocol_checker_test.cpp LINKS model_bus)
