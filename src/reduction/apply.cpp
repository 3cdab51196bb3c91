#include "reduction/apply.h"

#include "base/error.h"

namespace huedrift {

Reduction apply(const Reduction& reduction, const ColorSet& of, const ColorSet& colors) {
    Reduction result{reduction.modes, std::vector<std::uint32_t>(colors.size()), reduction.statistics};
    for (Mode& mode : result.modes) mode.colors = 0, mode.pixels = 0;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const Rgb color = colors.colors()[i];
        if (!of.index().contains(color))
            throw Error(ErrorKind::input,
                        "its colour " + hex_code(color) + " is none of those that were counted");
        result.mode_of[i] = reduction.mode_of[of.index()[color]];
        Mode& mode = result.modes[result.mode_of[i]];
        mode.pixels += colors.counts()[i];
        ++mode.colors;
    }
    return result;
}

}
