# SPDX-License-Identifier: Apache-2.0
nvp_bench(bus_bench SOURCES bus_bench.cpp LINKS model_bus)
