#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// The picture on the clipboard as a file: PNG if the clipboard offers several formats. If files were copied,
/// the contents of the first. Uses wl-clipboard under Wayland and xclip under X11. Throws Error(input) when
/// the clipboard has no picture, the program is missing, or the file exceeds `max_bytes`.
std::vector<std::byte> read_clipboard(std::size_t max_bytes);

/// Puts a PNG file on the clipboard, where it stays after this program has ended. Throws Error(output).
void copy_png(std::span<const std::byte> png);

}
