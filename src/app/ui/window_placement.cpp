#include "app/ui/window_placement.h"

#include <algorithm>

namespace huedrift::app {
namespace {

bool contains(const Area& area, int x, int y) {
    return x >= area.x && x < area.x + area.extent.width && y >= area.y && y < area.y + area.extent.height;
}

bool is_reachable(const Area& display, const WindowGeometry& geometry) {
    return contains(display, *geometry.x, *geometry.y) ||
           contains(display, *geometry.x + geometry.width - 1, *geometry.y);
}

}

WindowGeometry placed(WindowGeometry geometry, std::span<const Area> displays, Extent min) {
    geometry.width = std::max(geometry.width, min.width);
    geometry.height = std::max(geometry.height, min.height);
    if (displays.empty()) return geometry;

    const Area* display = &displays.front();
    if (geometry.x && geometry.y) {
        const auto reachable =
            std::ranges::find_if(displays, [&](const Area& area) { return is_reachable(area, geometry); });
        if (reachable != displays.end())
            display = &*reachable;
        else
            geometry.x = geometry.y = std::nullopt;
    }
    const Extent usable = display->extent;
    geometry.maximised |= geometry.width > usable.width || geometry.height > usable.height;
    geometry.width = std::min(geometry.width, usable.width);
    geometry.height = std::min(geometry.height, usable.height);
    return geometry;
}

}
