#pragma once

#include "image/alpha_mode.h"
#include "labels/tiles.h"
#include "pipeline/mask.h"
#include "reduction/pins.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {

/// Changes the result of a source colour.
struct Edit {
    Rgb source, target;

    friend bool operator==(const Edit&, const Edit&) = default;
};

/// A colour of a palette before and after the edits.
struct EditedColor {
    Rgb before, after;

    friend bool operator==(const EditedColor&, const EditedColor&) = default;
};

/// Indices of a palette, both ends included.
struct SlotRange {
    std::uint32_t first, last;

    friend bool operator==(const SlotRange&, const SlotRange&) = default;
};

struct GridChoice;

// The words for settings in recipes and command lines.

/// "rrggbb".
std::string word_of(Rgb color);
/// "rrggbb@DISTANCE", or "rrggbb" for a pin without its own distance.
std::string word_of(const Pin& pin);
/// "rrggbb=rrggbb".
std::string word_of(const Edit& edit);
/// "I" or "I-J".
std::string word_of(const SlotRange& slots);
/// "keep", "threshold:T" with T from 1 to 255, "matte:rrggbb", "levels" or "levels:N".
std::string word_of(const AlphaMode& mode);
/// "off", "auto", "7.3" or "7.3x8"; after a size, "@X:Y" is the anchor.
std::string word_of(const GridChoice& choice);
/// "8x8", of 1 to max_tile_side pixels.
std::string word_of(const TileSize& size);
/// 16 hexadecimal digits.
std::string word_of(const MaskId& id);
/// Words separated by commas.
template <class Item>
std::string word_of(const std::vector<Item>& items) {
    std::string text;
    for (const Item& item : items) text += (text.empty() ? "" : ",") + word_of(item);
    return text;
}

// These read such words; colours may begin with "#", and the empty text is the empty list. They return false
// for any other text and for numbers out of range.

bool read_word(std::string_view word, Rgb& color);
bool read_word(std::string_view word, Pin& pin);
bool read_word(std::string_view word, Edit& edit);
bool read_word(std::string_view word, SlotRange& slots);
bool read_word(std::string_view word, AlphaMode& mode);
bool read_word(std::string_view word, GridChoice& choice);
bool read_word(std::string_view word, TileSize& size);
bool read_word(std::string_view word, MaskId& id);
bool read_word(std::string_view text, std::vector<Rgb>& colors);
bool read_word(std::string_view text, std::vector<Pin>& pins);
bool read_word(std::string_view text, std::vector<Edit>& edits);
bool read_word(std::string_view text, std::vector<SlotRange>& slots);

/// The value that a word stands for, if it does.
template <class Value>
std::optional<Value> value_in(std::string_view word) {
    Value value{};
    return read_word(word, value) ? std::optional(std::move(value)) : std::nullopt;
}

/// "7.313": thousandths as a decimal without trailing zeros.
std::string thousandths_text(std::uint32_t thousandths);

}
