#pragma once

#include <algorithm>

namespace huedrift {

/// A part of a picture; right and bottom are exclusive.
struct ChangedBox {
    int left = 0, top = 0, right = 0, bottom = 0;

    bool empty() const { return left >= right; }
    int width() const { return right - left; }
    int height() const { return bottom - top; }
};

/// The smallest box around all pixels for which `changed` is true; pixels are numbered row by row.
template <class Changed>
ChangedBox box_of_changes(int width, int height, Changed&& changed) {
    ChangedBox box{.left = width, .top = height, .right = 0, .bottom = 0};
    std::size_t pixel = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x, ++pixel) {
            if (!changed(pixel)) continue;
            box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x + 1), y + 1};
        }
    return box.empty() ? ChangedBox{} : box;
}

/// The smallest box around both.
inline ChangedBox joined(const ChangedBox& a, const ChangedBox& b) {
    if (a.empty() || b.empty()) return a.empty() ? b : a;
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
            std::max(a.bottom, b.bottom)};
}

}
