#pragma once

#include "base/child_process.h"
#include "base/location.h"
#include "base/progress.h"
#include "base/shared_memory.h"
#include "image/animation.h"
#include "image/color_profile.h"
#include "image/image.h"
#include "image/load_limits.h"
#include "image/metadata.h"
#include "image/picture_formats.h"
#include "image/resolution.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The contents of a picture file besides its pixels.
struct PictureNotes {
    Animation animation{}; ///< of the frames that the image has, below each other; none for a picture
    /// Losses while loading, as messages for the user, such as "16-bit channels were reduced to 8 bits".
    std::vector<std::string> notes{};
    ProfileReport profile{};
    ColorTag colors{};                      ///< for files of a result
    Metadata metadata{};                    ///< for files of a result
    std::optional<Resolution> resolution{}; ///< of its print
    /// The palette of an indexed PNG, APNG, GIF, BMP, TGA or TIFF file in its order, with repeated, unused
    /// and transparent entries, at most 256; of an animation with several palettes the first. Empty: the file
    /// is not indexed.
    std::vector<Rgba8> slots{};
    /// The format in which a result can be written; APNG for a PNG file with frames; none: it is only read.
    std::optional<ImageFormat> format{};
    std::shared_ptr<const SealedBytes> file{}; ///< null unless LoadLimits::keeps_file
};

struct LoadedImage : PictureNotes {
    Image image{};
    bool animated = false; ///< the file has frames, read or not
    /// The text from EncodeOptions::settings in a PNG file, or empty. Untrusted: anyone may have written it.
    std::string settings{};
};

/// Decodes a file of any format that is read (picture_formats.h) by decode_apart(), turns it upright by its
/// Exif orientation and treats its colour profile by `use`. Messages call the file `name`. Throws
/// Error(input) for other formats and for files that are damaged, cut short or above `limits`, and
/// Error(cancelled) soon after `progress` is cancelled.
LoadedImage load_image(std::span<const std::byte> bytes, const std::string& name,
                       const LoadLimits& limits = {}, const Progress* progress = nullptr,
                       ProfileUse use = ProfileUse::convert);

/// As above, without another copy of the bytes.
LoadedImage load_image(const SealedBytes& bytes, const std::string& name, const LoadLimits& limits = {},
                       const Progress* progress = nullptr, ProfileUse use = ProfileUse::convert);

/// As above, from read_input().
LoadedImage load_image_file(const Location& from, const LoadLimits& limits = {},
                            const Progress* progress = nullptr, ProfileUse use = ProfileUse::convert);

/// Reads only the header. The frames are those that load_image() would read. Throws Error(input) for a file
/// that load_image() would refuse for its header.
PictureSize inspect_image(const SealedBytes& bytes, const std::string& name, const LoadLimits& limits = {});

/// The decoder of a file and its limits.
struct DecodeOrder {
    std::filesystem::path program{};
    LoadLimits limits{};
    ProfileUse profile = ProfileUse::convert;
    const Progress* progress = nullptr;
};

/// Lets the decoder program read the header of `file`, checks its report against the limits, lets it decode
/// the picture, or all frames if the limits allow an animation, and turns it upright. No other code reads the
/// file, and its format stays open. An attacker who takes over the decoder gains a process that holds only
/// the file and can only compute. `source` names the file and its format. Throws Error(input) when no picture
/// comes back, Error(cancelled) within 50 ms after the progress is cancelled, and Error(failed) when the
/// program cannot be started.
LoadedImage decode_apart(const SealedBytes& file, const Source& source, const DecodeOrder& order);

/// The decoder of most formats, for the limits of many files. Null where it cannot be started.
std::unique_ptr<ProgramCopies> start_decoders();

/// Whether the file name has an extension of a format that is read.
bool is_picture_name(const std::filesystem::path& path);

}
