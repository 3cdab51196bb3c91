#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The picture on the clipboard as a file: PNG if the clipboard offers several formats. If files were copied,
/// the contents of the first. Uses wl-clipboard under Wayland and xclip under X11. Throws Error(input) when
/// the clipboard has no picture, the program is missing, or the file exceeds `max_bytes`.
std::vector<std::byte> read_clipboard(std::size_t max_bytes);

/// Puts a PNG file on the clipboard, where it stays after this program has ended. Throws Error(output).
void copy_png(std::span<const std::byte> png);

/// The result of a program that has ended.
struct ProgramResult {
    int exit_code = 0; ///< -1 when a signal killed it
    std::vector<std::byte> output{};
};

/// Finds a program by PATH, runs it with `input` as its standard input, and returns its standard output, at
/// most `max_bytes` of it. Drops standard error. The program may leave a process of its own behind. Returns
/// none when there is no such program. Throws Error(failed) when it cannot be started or takes longer than
/// `longest`.
std::optional<ProgramResult> run_program(const std::vector<std::string>& words,
                                         std::span<const std::byte> input, std::size_t max_bytes,
                                         std::chrono::milliseconds longest);

}
