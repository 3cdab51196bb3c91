#pragma once

#include <cstddef>
#include <cstdint>

/// What a fuzz target defines, as libFuzzer and smoke.cpp call it: one try with these bytes; it returns 0,
/// and whatever is wrong ends the process.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
