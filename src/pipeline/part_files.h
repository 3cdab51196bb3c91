#pragma once

#include "base/location.h"
#include "pipeline/part_svg.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace huedrift {

/// The files that a result is taken apart into; what is empty is left out.
struct PartFiles {
    std::vector<Rgb> colors{};      ///< of these colours of the result; none: of all
    std::filesystem::path masks{};  ///< a folder
    std::filesystem::path layers{}; ///< OpenRaster
    std::filesystem::path svg{};
    SvgOptions svg_options{};
    std::filesystem::path legend{}; ///< its extension is its format
    std::filesystem::path areas{};  ///< a table of comma-separated values
    std::filesystem::path spots{};  ///< a folder for separations and the contact sheet that shows them
    std::vector<Rgb> spot_colors{}; ///< of those only these; none: all of those
    bool registration_marks = false;

    bool any() const;

    friend bool operator==(const PartFiles&, const PartFiles&) = default;
};

/// A kind of them.
struct PartKind {
    std::filesystem::path PartFiles::*path;
    const char* name; ///< of its option
    bool is_folder = false;
};

inline constexpr std::array part_kinds{
    PartKind{&PartFiles::layers, "layers"},     PartKind{&PartFiles::svg, "svg"},
    PartKind{&PartFiles::masks, "masks", true}, PartKind{&PartFiles::legend, "legend"},
    PartKind{&PartFiles::areas, "areas"},       PartKind{&PartFiles::spots, "spots", true},
};

inline bool PartFiles::any() const {
    return std::ranges::any_of(part_kinds, [&](const PartKind& kind) { return !(this->*kind.path).empty(); });
}

/// A file to be written.
struct EncodedFile {
    Location target;
    std::vector<std::byte> bytes;
};

/// All of them. `picture` is what the labels paint. Throws Error(output) for what a format does not hold,
/// Error(usage) for colours that the result does not have, and Error(cancelled).
std::vector<EncodedFile> encode_parts(const PartFiles& files, const Labelled& labelled,
                                      std::span<const Part> parts, const ImageView& picture,
                                      const Progress& progress);
}
