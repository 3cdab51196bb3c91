#pragma once

#include "palette/swatch.h"
#include "pipeline/indexed_pixels.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace huedrift {

// "Order" and "Output palette" of docs/definition.md: the index of each colour in files, and its colour
// there.

/// The result's colours for the source colours that its recipe arranges, without repetitions.
std::vector<Rgb> arranged(const Reduced& reduced);

/// Sorts the colours of a result as palette files list them, with `first`, the arranged ones, in front, and
/// the names of the recipe's palette. `slots` are the document's. Throws Error(output) if the index of
/// transparent pixels lies behind the end, and Error(cancelled).
std::vector<Swatch> listed(std::vector<Swatch> swatches, const Recipe& recipe,
                           std::span<const Rgb> first = {}, std::span<const Rgba8> slots = {},
                           const Progress& progress = {});

/// Whether the files of a recipe depend on the list of its colours even if they have no palette.
bool lists_colors(const Recipe& recipe);

/// Whether indexed pictures keep the slots of the source: the recipe maps to them and orders nothing.
bool keeps_slots(const Recipe& recipe);
/// Whether a PNG needs its entries where they are: as slots or as the palettes of tiles.
bool needs_entries(const Recipe& recipe);

/// Notes the first pixel of each swatch, for SwatchOrder::found. Throws Error(cancelled).
void find_first(std::span<Swatch> swatches, const ImageView& image, const Progress& progress = {});

/// The number of colours that a picture has; a given palette may have more.
std::size_t count_used_colors(std::span<const Swatch> list);
/// The same without a list.
std::size_t count_used_colors(const Palette& palette);

/// Throws Error(usage) unless an output palette has as many colours as the given one.
void check_sizes(std::span<const Rgb> written, std::span<const Rgb> given);

/// The entries of an indexed file.
struct FileEntries {
    std::vector<Rgba8> entries{};
    std::vector<std::uint32_t> entry_of{}; ///< of each value of pixels
};

/// The colours of a result in its files.
class FileColors {
public:
    /// Takes the result's colours as listed(). Throws Error(usage) if the recipe's output palette and the one
    /// that it maps `document` to differ in size.
    FileColors(std::vector<Swatch> list, const Recipe& recipe, const Document& document);
    /// Lists the colours of a result. Throws Error(cancelled), too, as the next does.
    FileColors(std::vector<Swatch> colors, const Reduced& reduced, const Progress& progress = {});
    /// Lists those of its labels, from before alpha levels.
    FileColors(const Labelled& labelled, const Reduced& reduced, const Progress& progress = {});

    /// The result's colours in the order of files.
    const std::vector<Swatch>& list() const { return list_; }
    /// The same as files have them. The colours that a palette repeats keep their places.
    std::vector<Swatch> list_in_files() const;
    /// Whether files have other colours than the result.
    bool are_replaced() const { return !in_files_.empty(); }
    /// The colour in files that replaces one of the result; without an output palette the same.
    Rgb in_files(Rgb color) const;
    /// The same for values of pixels.
    std::vector<Rgba8> in_files(std::span<const PixelValue> values) const;

    /// Whether the recipe orders the entries of indexed files.
    bool are_ordered() const { return is_ordered_; }
    /// The entries of a file with these values, in the recipe's order: the list, then what "Order" appends to
    /// it. The values are the result's. Throws Error(cancelled).
    FileEntries ordered_entries(std::span<const PixelValue> values, const Progress& progress = {}) const;
    /// The entries without an order: the distinct values. Throws Error(cancelled).
    FileEntries plain_entries(std::span<const PixelValue> values, const Progress& progress = {}) const;

private:
    std::vector<Rgba8> entries_of_slots(std::span<const Rgba8> values) const;
    std::vector<Rgba8> entries_of_list(std::span<const Rgba8> values) const;

    std::vector<Swatch> list_;
    std::vector<Rgb> list_in_files_{};                  ///< empty without an output palette, as the next
    std::unordered_map<std::uint32_t, Rgb> in_files_{}; ///< by the code of the result's colour
    std::vector<Rgba8> slots_{};                        ///< those that indexed files keep
    bool is_ordered_, has_clear_index_, is_tiled_;
};

/// A palette found once for the colours of many pictures, with the same indices in all their files.
struct SharedPalette {
    Shared<Reduced> reduced;
    FileColors colors; ///< in the recipe's order, else by pixels
};

/// Throws Error(usage) for levels of alpha, and Error(cancelled).
SharedPalette share_palette(Shared<Reduced> reduced, const Progress& progress = {});

}
