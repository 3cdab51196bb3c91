#pragma once

#include "labels/regions.h"
#include "pipeline/file_colors.h"

#include <string>

namespace huedrift {

// A result taken apart by its colours, in the order of palette files.

/// One colour of a result.
struct Part {
    Swatch swatch; ///< of the result
    Rgb color;     ///< in files
    std::uint32_t label = 0;
    std::size_t rank = 0; ///< in the whole list, from 1, even if only some parts are chosen
    LabelArea area{};
    std::string name{}; ///< "03-cc4e0a": the zero-padded rank and the colour in files
};

/// The name in the palette that the result was mapped to, else the nearest CSS name.
std::string shown_name(const Part& part);

/// The colours that have pixels, in the order of files. Throws Error(cancelled).
std::vector<Part> parts(const Labelled& labelled, const FileColors& colors, const Progress& progress = {});

/// The parts with these colours, each once, in the order of `colors`; all if `colors` is empty. Throws
/// Error(usage) for a colour that the result does not have, and names its nearest.
std::vector<Part> with_colors(std::span<const Part> parts, std::span<const Rgb> colors);

/// Copies the pixels of these parts from `picture`; all other pixels are transparent.
Image picture_of(const Labelled& labelled, std::span<const Part> parts, const ImageView& picture);

/// The parts as comma-separated values (RFC 4180, with Unix line ends), after a line of column names: rank,
/// colour, its name, pixels, share of `all` visible pixels (0 to 1), regions, and the bounding
/// box as left column, top row, width and height. Throws Error(cancelled).
std::string area_table(std::span<const Part> parts, std::uint64_t all, const Progress& progress);

}
