#include "labels/mask.h"

#include "base/each_index.h"
#include "image/encode_png.h"

namespace huedrift {

std::vector<std::byte> encode_mask(const LabelPlane& plane, std::uint32_t label, const Progress& progress,
                                   const std::optional<Resolution>& resolution) {
    std::vector<std::byte> white(plane.size());
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        each_index(labels.size(), progress,
                   [&](std::size_t i) { white[i] = std::byte{labels[i] == static_cast<Label>(label)}; });
    });
    return encode_bitmap_png(plane.width(), plane.height(), white, resolution);
}

}
