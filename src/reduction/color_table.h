#pragma once

#include "reduction/color_set.h"

namespace huedrift {

/// How often each colour occurs in any number of pictures. Tables add up in any order and on any machine.
class ColorTable {
public:
    ColorTable() = default;
    explicit ColorTable(const ColorSet& colors);
    /// Colours in ascending order of their codes, each with a count. Throws Error(failed) when the order is
    /// broken, a count is 0 or their sum is above 2^64 - 1.
    ColorTable(std::vector<Rgb> colors, std::vector<std::uint64_t> counts);

    /// Throws Error(failed), and nothing changes, where that makes more than 2^64 - 1 pixels.
    void add(const ColorTable& other);

    std::size_t size() const { return colors_.size(); }
    std::span<const Rgb> colors() const { return colors_; }
    /// Pixels of each colour; their sum is pixels().
    std::span<const std::uint64_t> counts() const { return counts_; }
    std::uint64_t pixels() const { return pixels_; }

    friend bool operator==(const ColorTable&, const ColorTable&) = default;

private:
    std::vector<Rgb> colors_;
    std::vector<std::uint64_t> counts_;
    std::uint64_t pixels_ = 0;
};

/// How often counts must be halved for a ColorSet to take them, "Colour tables" of docs/definition.md: the
/// least k with ceil(w / 2^k) < 2^31 for each and a sum of at most ColorSet::max_pixels.
unsigned halvings(const ColorTable& table);

/// The table's colours as an engine takes them, their counts halved that often.
ColorSet color_set(const ColorTable& table, Transfer transfer);

}
