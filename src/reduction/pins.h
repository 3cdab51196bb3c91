#pragma once

#include "base/progress.h"
#include "reduction/reduction.h"

namespace huedrift {

/// A fixed colour that takes the colours near it before the mean shift.
struct Pin {
    Rgb color;
    std::optional<double> distance{}; ///< in Oklab, 0 to max_radius; none: the radius

    friend bool operator==(const Pin&, const Pin&) = default;
};

/// The colours of pins that have a distance and are not pinned without one, too: no other colours than those
/// within it become such a colour.
std::vector<Rgb> exclusive_pins(std::span<const Pin> pins);

/// "Pins" of docs/definition.md: splits a set into the colours that pins take and the unpinned ones, which
/// are reduced alone.
class PinnedColors {
public:
    /// Throws Error(cancelled).
    PinnedColors(const ColorSet& colors, std::span<const Pin> pins, double radius, const Progress& progress);

    const ColorSet& unpinned() const { return unpinned_; }
    /// Whether a pin takes this colour of the set; the others are unpinned(), in the same order.
    bool takes(std::size_t color) const { return pin_of_[color] != none; }
    /// Completes a result for unpinned() to one for all `colors`. In a result for all colours, such as a
    /// preview, the pins replace the entries of their colours. Throws Error(cancelled).
    Reduction with_pins(const ColorSet& colors, const Reduction& reduction,
                        const Progress& progress = {}) const;

private:
    static constexpr std::uint32_t none = 0xffffffff;

    std::vector<Position> pins_;
    std::vector<std::uint32_t> pin_of_; ///< per colour; none: unpinned
    ColorSet unpinned_;
};

}
