// SPDX-License-Identifier: Apache-2.0
// Exists to own the precompiled header that every SystemC translation unit reuses.
