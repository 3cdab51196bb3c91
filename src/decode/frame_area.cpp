#include "decode/frame_area.h"

#include <algorithm>

namespace huedrift {

void dispose(Disposal disposal, const FrameArea& area, std::size_t canvas_width, std::span<const Rgba8> shown,
             std::vector<Rgba8>& below) {
    if (disposal == Disposal::previous) return;
    below.assign(shown.begin(), shown.end());
    if (disposal == Disposal::keep) return;
    for (std::size_t row = 0; row < area.height; ++row)
        std::fill_n(below.begin() + std::ptrdiff_t((area.top + row) * canvas_width + area.left), area.width,
                    Rgba8{});
}

}
