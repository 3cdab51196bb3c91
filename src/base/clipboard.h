#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// The file of the picture on the clipboard: as it lies there, as PNG where there is a choice, or what the
/// first file that was copied holds. By wl-clipboard under Wayland, by xclip under X11. Throws Error(input)
/// when there is none, when neither program is there, and when it has more than `max_bytes`.
std::vector<std::byte> read_clipboard(std::size_t max_bytes);

/// Puts a PNG file on the clipboard, where it stays when this program has ended. Throws Error(output).
void copy_png(std::span<const std::byte> png);

}
