#pragma once

#include "color/light.h"
#include "dither/dither.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <vector>

namespace huedrift {

/// A source colour beside a given palette.
struct GivenColor {
    Light light;
    std::int32_t reach; ///< how far errors may move u and v
    bool is_grey;       ///< so that only neutral entries mix it
};

/// "A given palette" of docs/definition.md.
struct GivenPalette {
    /// A coordinate of some lights.
    struct Range {
        std::int32_t low = std::numeric_limits<std::int32_t>::max(),
                     high = std::numeric_limits<std::int32_t>::min();

        void add(std::int32_t value) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
        bool has(std::int32_t value) const { return low <= value && value <= high; }
        /// Sums with errors may be as far beyond the range as it is long.
        std::int32_t held(std::int32_t sum) const {
            assert(low <= high);
            return std::clamp(sum, low - (high - low), high + (high - low));
        }
    };

    LightPositions position{};
    std::vector<Light> lights{};
    std::vector<Position> entries{};      ///< stretched
    Range y{}, u{}, v{};                  ///< of the lights
    std::vector<std::uint32_t> neutral{}; ///< entries
    std::vector<Position> neutral_entries{};
    std::vector<GivenColor> colors{}; ///< of the ColorSet

    /// Throws Error(cancelled).
    GivenPalette(const DitherSource& source, const Progress& progress);

    /// Where to look up the nearest entry.
    Position place(const Light& target) const { return stretched(position(target)); }

    /// The light to look up for a colour with an error in y, u and v.
    Light target(const GivenColor& color, const std::array<std::int32_t, 3>& error) const {
        return {y.held(color.light.y + error[0]),
                u.held(color.light.u + std::clamp(error[1], -color.reach, color.reach)),
                v.held(color.light.v + std::clamp(error[2], -color.reach, color.reach))};
    }
};

}
