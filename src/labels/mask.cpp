#include "labels/mask.h"

#include "image/encode_png.h"

#include <algorithm>

namespace huedrift {

std::vector<std::byte> encode_mask(const LabelPlane& plane, std::uint32_t label) {
    std::vector<std::byte> white(plane.size());
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        std::ranges::transform(labels, white.begin(), [&](Label of_pixel) {
            return std::byte{of_pixel == static_cast<Label>(label)};
        });
    });
    return encode_bitmap_png(plane.width(), plane.height(), white);
}

}
