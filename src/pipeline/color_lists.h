#pragma once

#include "image/alpha_mode.h"
#include "reduction/pins.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// Changes what a source colour became.
struct Edit {
    Rgb source, target;

    friend bool operator==(const Edit&, const Edit&) = default;
};

/// A colour of a palette and what edits made of it.
struct EditedColor {
    Rgb before, after;

    friend bool operator==(const EditedColor&, const EditedColor&) = default;
};

/// Indices of a palette, both ends included.
struct SlotRange {
    std::uint32_t first, last;

    friend bool operator==(const SlotRange&, const SlotRange&) = default;
};

// Lists of colours as in recipes and command lines: rrggbb, separated by commas. Readers accept a "#" before
// each colour. They return nothing for any other text and for numbers out of range; the empty text is the
// empty list.

std::string list_text(std::span<const Rgb> colors);
/// "rrggbb@DISTANCE", or "rrggbb" for a pin without its own distance.
std::string list_text(std::span<const Pin> pins);
/// "rrggbb=rrggbb".
std::string list_text(std::span<const Edit> edits);
/// "I" or "I-J".
std::string list_text(std::span<const SlotRange> slots);

std::optional<std::vector<Rgb>> colors_in(std::string_view text);
std::optional<std::vector<Pin>> pins_in(std::string_view text);
std::optional<std::vector<Edit>> edits_in(std::string_view text);
std::optional<std::vector<SlotRange>> slots_in(std::string_view text);

/// "keep", "threshold:T" with T from 1 to 255, or "matte:rrggbb".
std::string alpha_text(const AlphaMode& mode);
std::optional<AlphaMode> alpha_in(std::string_view text);

}
