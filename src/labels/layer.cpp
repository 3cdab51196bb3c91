#include "labels/layer.h"

namespace huedrift {

Image cut_out(const LabelPlane& plane, std::uint32_t label, const LabelArea& area, const ImageView& picture) {
    Image layer(area.right - area.left, area.bottom - area.top);
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        auto to = layer.pixels().begin();
        for (int y = area.top; y < area.bottom; ++y) {
            const std::size_t row = std::size_t(y) * std::size_t(plane.width());
            for (std::size_t at = row + std::size_t(area.left); at < row + std::size_t(area.right);
                 ++at, ++to)
                if (labels[at] == static_cast<Label>(label)) *to = picture.pixels[at];
        }
    });
    return layer;
}

}
