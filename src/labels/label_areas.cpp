#include "labels/label_areas.h"

#include "labels/regions.h"

namespace huedrift {

std::vector<LabelArea> measure_areas(const LabelPlane& plane) {
    std::vector<LabelArea> areas(plane.colors());
    const Regions regions(plane);
    for (int y = 0; y < regions.height(); ++y)
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
    return areas;
}

}
