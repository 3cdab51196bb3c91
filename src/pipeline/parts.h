#pragma once

#include "base/location.h"
#include "base/output_file.h"
#include "base/progress.h"
#include "labels/regions.h"
#include "pipeline/file_colors.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>

namespace huedrift {

// A result taken apart by its colours, in the order of palette files.

/// One colour of a result.
struct Part {
    Swatch swatch{}; ///< of the result
    Rgb color{};     ///< in files
    std::uint32_t label = 0;
    std::size_t rank = 0; ///< in the whole list, from 1, even if only some parts are chosen
    LabelArea area{};
    std::size_t number = 0; ///< in files: the place in the palette mapped to, from 1, so that a bead or a
                            ///< thread has the same number in every chart; else the rank
    std::string name{};     ///< "03-cc4e0a": the zero-padded number and the colour in files
};

/// The name in the palette that the result was mapped to, else the nearest CSS name.
std::string shown_name(const Part& part);

/// The colours of a result that have pixels, in the order of files. Colours that are not in the palette
/// mapped to, because of an edit, are numbered after it. Throws Error(cancelled).
std::vector<Part> parts(const Labelled& labelled, const FileColors& colors, const Reduced& reduced,
                        const Progress& progress = {});

/// The parts with these colours, each once, in the order of `colors`; those of one colour, which several
/// palettes of tiles may have, in their own. All if `colors` is empty. Throws Error(usage) for a colour that
/// the result does not have, and names its nearest.
std::vector<Part> with_colors(std::span<const Part> parts, std::span<const Rgb> colors);

/// Copies the pixels of these parts from `picture`; all other pixels are transparent.
Image picture_of(const Labelled& labelled, std::span<const Part> parts, const ImageView& picture);

/// The parts as comma-separated values (RFC 4180, with Unix line ends), after a line of column names: number,
/// colour, its name, pixels, share of `all` visible pixels (0 to 1), regions, and the bounding
/// box as left column, top row, width and height. Throws Error(cancelled).
std::string area_table(std::span<const Part> parts, std::uint64_t all, const Progress& progress);

struct SvgOptions {
    bool stacked = false;  ///< each part also fills the area of the parts above it
    bool numbered = false; ///< writes the number of a part into each of its regions with enough room

    friend bool operator==(const SvgOptions&, const SvgOptions&) = default;
};

/// An SVG file with one path a part, in pixels; its own size is in millimetres if the resolution is known.
/// Throws Error(output) if the stack is too large, and Error(cancelled).
std::string svg(const Labelled& labelled, std::span<const Part> parts, const SvgOptions& options,
                const Progress& progress);

/// Throws Error(usage) unless the name ends in .svg.
void check_legend_name(const std::filesystem::path& path);

/// An SVG that lists the parts below each other, in columns if they are many: number, colour, code, share of
/// `all` visible pixels, area in pixels, and name. Throws Error(output) for more than 1024 parts.
std::string legend(std::span<const Part> parts, std::uint64_t all);

/// The files for the parts of a result; empty members are not written.
struct PartFiles {
    std::vector<Rgb> colors{};      ///< the result's colours to take; none: all
    std::filesystem::path masks{};  ///< a folder
    std::filesystem::path layers{}; ///< OpenRaster
    std::filesystem::path svg{};
    SvgOptions svg_options{};
    std::filesystem::path legend{}; ///< SVG
    std::filesystem::path areas{};  ///< a table of comma-separated values

    bool any() const;

    friend bool operator==(const PartFiles&, const PartFiles&) = default;
};

/// A kind of part.
struct PartKind {
    std::filesystem::path PartFiles::*path;
    const char* name; ///< of its option
    bool is_folder = false;
};

inline constexpr std::array part_kinds{
    PartKind{&PartFiles::layers, "layers"},     PartKind{&PartFiles::svg, "svg"},
    PartKind{&PartFiles::masks, "masks", true}, PartKind{&PartFiles::legend, "legend"},
    PartKind{&PartFiles::areas, "areas"},
};

inline bool PartFiles::any() const {
    return std::ranges::any_of(part_kinds, [&](const PartKind& kind) { return !(this->*kind.path).empty(); });
}

/// A file ready to be written.
struct EncodedFile {
    Location target;
    std::vector<std::byte> bytes;
    KeptTimes times{};
};

/// Encodes all files. `picture` is the painted plane of labels. Throws Error(output) for contents that a
/// format cannot hold, Error(usage) for colours that the result does not have, and Error(cancelled).
std::vector<EncodedFile> encode_parts(const PartFiles& files, const Labelled& labelled,
                                      std::span<const Part> parts, const ImageView& picture,
                                      const Progress& progress);

}
