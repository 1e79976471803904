# SPDX-License-Identifier: Apache-2.0
nvp_library(model_device SYSTEMC SOURCES device.cpp
            LINKS model_bus model_mgmt model_neuroncore model_memory model_generation fmt::fmt)
