#include "labels/label_areas.h"

#include "labels/regions.h"

#include <algorithm>

namespace huedrift {

std::vector<LabelArea> measure_areas(const LabelPlane& plane, const Progress& progress) {
    std::vector<LabelArea> areas(plane.colors());
    const Regions regions(plane);
    for (int y = 0; y < regions.height(); ++y) {
        progress.throw_if_cancelled();
        for (std::uint32_t run = regions.runs(y); run < regions.runs(y + 1); ++run) {
            if (regions.label(run) == Regions::none) continue;
            LabelArea& area = areas[regions.label(run)];
            const int left = int(regions.left(run)), right = int(regions.right(run));
            if (area.pixels == 0) area.left = left, area.top = y;
            area.left = std::min(area.left, left);
            area.right = std::max(area.right, right);
            area.bottom = y + 1;
            area.pixels += std::uint64_t(right - left);
            area.regions += regions.region(run) == run;
        }
    }
    return areas;
}

std::vector<LabelArea> measure_areas(const LabelPlane& plane, std::size_t frames, const Progress& progress) {
    if (frames == 1) return measure_areas(plane, progress);
    std::vector<LabelArea> sum(plane.colors());
    const int height = plane.height() / static_cast<int>(frames);
    for (int top = 0; top < plane.height(); top += height) {
        const std::vector<LabelArea> areas = measure_areas(rows_of(plane, top, height), progress);
        for (std::size_t i = 0; i < areas.size(); ++i) {
            const LabelArea& area = areas[i];
            if (area.pixels == 0) continue;
            const bool first = sum[i].pixels == 0;
            sum[i] = {.pixels = sum[i].pixels + area.pixels,
                      .regions = sum[i].regions + area.regions,
                      .left = first ? area.left : std::min(sum[i].left, area.left),
                      .top = first ? area.top : std::min(sum[i].top, area.top),
                      .right = std::max(sum[i].right, area.right),
                      .bottom = std::max(sum[i].bottom, area.bottom)};
        }
    }
    return sum;
}

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
