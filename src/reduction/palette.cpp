#include "reduction/palette.h"

#include <algorithm>

namespace huedrift {

std::vector<Swatch> palette(const Reduction& reduction) {
    std::vector<Swatch> swatches;
    for (const Mode& mode : reduction.modes) swatches.push_back({mode.color, mode.pixels, mode.colors, {}});
    std::ranges::sort(swatches, {}, &Swatch::color);
    std::size_t kept = 0;
    for (const Swatch& swatch : swatches) {
        if (kept > 0 && swatches[kept - 1].color == swatch.color) {
            swatches[kept - 1].pixels += swatch.pixels;
            swatches[kept - 1].colors += swatch.colors;
        } else {
            swatches[kept++] = swatch;
        }
    }
    swatches.resize(kept);
    std::ranges::sort(swatches, [](const Swatch& x, const Swatch& y) {
        return x.pixels != y.pixels ? x.pixels > y.pixels : x.color < y.color;
    });
    return swatches;
}

}
