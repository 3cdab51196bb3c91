#include "dither/given_palette.h"

#include "dither/dither.h"
#include "palette/palette.h"

#include <cstdlib>

namespace huedrift {
namespace {

bool is_neutral(Rgb color) { return color.r == color.g && color.g == color.b; }

}

GivenPalette::GivenPalette(const DitherSource& source, const Progress& progress)
    : colors(source.colors.size()) {
    const LightTable light(source.colors.transfer());
    const InkRange* const range = source.range;
    Range of_neutral;
    for (const Position& entry : positions_of(source.palette, source.colors.transfer())) {
        const auto index = static_cast<std::uint32_t>(entries.size());
        entries.push_back(stretched(entry));
        lights.push_back(light(source.palette[index]));
        y.add(lights.back().y);
        u.add(lights.back().u);
        v.add(lights.back().v);
        const Rgb color = source.palette[index];
        if (range ? !range->is_grey(color) : !is_neutral(color)) continue;
        neutral.push_back(index);
        neutral_entries.push_back(entries.back());
        of_neutral.add(lights.back().y);
    }
    const auto place = [&](std::size_t i) {
        return stretched(range ? range->position_of(source.colors.colors()[i])
                               : source.colors.positions()[i]);
    };
    each_matched(source.colors, entries, place, progress, [&](std::size_t i, std::uint32_t entry) {
        const Rgb color = source.colors.colors()[i];
        const Light source_light = range ? (*range)(color) : light(color), &entry_light = lights[entry];
        const std::int32_t apart =
            std::max({std::abs(source_light.y - entry_light.y), std::abs(source_light.u - entry_light.u),
                      std::abs(source_light.v - entry_light.v)});
        colors[i] = {source_light, 3 * apart + reach_beyond,
                     is_neutral(color) && of_neutral.has(source_light.y)};
    });
}

}
