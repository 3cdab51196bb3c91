#pragma once

#include <cstddef>
#include <cstdint>

/// The function that a fuzz target defines and libFuzzer and smoke.cpp call: one try with these bytes.
/// Returns 0; any failure ends the process.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
