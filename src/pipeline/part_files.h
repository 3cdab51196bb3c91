#pragma once

#include "base/location.h"
#include "base/output_file.h"
#include "pipeline/part_svg.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace huedrift {

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
