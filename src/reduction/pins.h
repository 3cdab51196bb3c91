#pragma once

#include "reduction/reduction.h"

namespace huedrift {

/// A colour that takes what is near it before the mean shift and stays as it is.
struct Pin {
    Rgb color;
    std::optional<double> distance{}; ///< in Oklab, 0 to max_radius; none: the radius

    friend bool operator==(const Pin&, const Pin&) = default;
};

/// "Pins" of docs/definition.md: the colours of a set that pins take, and the rest, which is reduced without
/// them.
class PinnedColors {
public:
    PinnedColors(const ColorSet& colors, std::span<const Pin> pins, double radius);

    const ColorSet& rest() const { return rest_; }
    /// The result for all `colors` of that for the rest; or of one for all of them as previews make, of which
    /// the pins replace what they take.
    Reduction with_pins(const ColorSet& colors, const Reduction& reduction) const;

private:
    static constexpr std::uint32_t none = 0xffffffff;

    std::vector<Position> pins_;
    std::vector<std::uint32_t> pin_of_; ///< per colour; none: of the rest
    ColorSet rest_;
};

}
