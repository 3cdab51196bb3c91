#pragma once

#include "image/picture_filter.h"
#include "palette/swatch.h"
#include "reduction/color_set.h"

#include <cstddef>
#include <span>
#include <string>

namespace huedrift {

/// The number of pixels of each colour in any number of pictures. Tables can be added in any order and on any
/// machine.
class ColorTable {
public:
    ColorTable() = default;
    explicit ColorTable(const ColorSet& colors);
    /// Takes colours in ascending order of their codes, each with a count. Throws Error(failed) when the
    /// order is broken, a count is 0 or their sum exceeds 2^64 - 1.
    ColorTable(std::vector<Rgb> colors, std::vector<std::uint64_t> counts);

    /// Adds another table. Throws Error(failed) without a change if the sum exceeds 2^64 - 1 pixels.
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

/// A sum of many tables, most of them small beside it. Adding them to one ColorTable would copy the whole sum
/// for each.
class ColorTableSum {
public:
    /// Throws Error(failed) without a change if the sum exceeds 2^64 - 1 pixels.
    void add(ColorTable table);
    /// The sum of all tables so far.
    const ColorTable& table();
    /// Gives it away. Only once, as the last call.
    ColorTable take();

private:
    void merge_last();

    /// Each has more than twice as many colours as the next, so that a colour is copied only a few times.
    std::vector<ColorTable> tables_{};
    std::uint64_t pixels_ = 0;
};

/// The number of halvings after which a ColorSet can take the counts ("Input" of docs/definition.md):
/// the smallest k with ceil(w / 2^k) < 2^31 for each count and a sum of at most ColorSet::max_pixels.
unsigned halvings(const ColorTable& table);

/// The table as a ColorSet, its counts halved as often as necessary.
ColorSet color_set(const ColorTable& table, Transfer transfer);

// The file format of colour tables; docs/command_line.md describes each byte.

/// Whether a file begins like a colour table of any version.
bool is_color_table(std::span<const std::byte> file);

/// Encodes the whole file. Equal tables give equal bytes with one version of libzstd.
std::vector<std::byte> encode_color_table(const ColorTable& table);

/// Decodes a file, which messages call `name`. Throws Error(input) for files that are not colour tables,
/// damaged, cut short or of another version. Allocates at most some 600 MB, for all 2^24 colours.
ColorTable decode_color_table(std::span<const std::byte> file, const std::string& name);

/// The luminance_histogram() of a picture (image/picture_filter.h), from its colours alone.
LuminanceHistogram luminance_histogram(const ColorSet& colors);
LuminanceHistogram luminance_histogram(const ColorTable& table);
LuminanceHistogram luminance_histogram(std::span<const Swatch> palette);

}
