#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// What a program left when it ended.
struct ProgramResult {
    int exit_code = 0; ///< -1 when a signal killed it
    std::vector<std::byte> output{};
};

/// Runs a program that is found by PATH, with `input` as its standard input, and returns what it wrote to
/// standard output, at most `max_bytes` of it; what it complains is dropped. It may leave a process of its
/// own behind. None when there is no such program. Throws Error(failed) when it takes longer than `longest`
/// or cannot be started.
std::optional<ProgramResult> run_program(std::vector<std::string> words, std::span<const std::byte> input,
                                         std::size_t max_bytes, std::chrono::milliseconds longest);

}
