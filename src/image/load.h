#pragma once

#include "base/location.h"
#include "base/progress.h"
#include "base/shared_memory.h"
#include "image/animation.h"
#include "image/color_profile.h"
#include "image/header_gate.h"
#include "image/image.h"
#include "image/metadata.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

struct LoadedImage {
    Image image;
    Animation animation{}; ///< of which `image` has the frames; without any for a picture
    /// What was lost in loading, as messages for the user, e.g. "16-bit channels were reduced to 8 bits".
    std::vector<std::string> notes;
    /// What EncodeOptions::settings stored in a PNG file; untrusted, as anyone may have written it. At most
    /// 1000 bytes, empty without any.
    std::string settings;
    ProfileReport profile{};
    ColorTag colors{};   ///< what files of a result may say of theirs
    Metadata metadata{}; ///< what they may keep of this one's
};

/// Decodes a file of any format that is read (picture_formats.h), turned upright by its EXIF orientation, in
/// a process of its own (decode_apart.h), its colours as `use` asks. Messages call the file `name`. Throws
/// Error(input) for other formats and for files that are damaged, cut short or above `limits`, and
/// Error(cancelled) soon after `progress` is cancelled.
LoadedImage load_image(std::span<const std::byte> bytes, const std::string& name,
                       const LoadLimits& limits = {}, const Progress* progress = nullptr,
                       ProfileUse use = ProfileUse::convert);

/// The same without another copy of the bytes.
LoadedImage load_image(const SealedBytes& bytes, const std::string& name, const LoadLimits& limits = {},
                       const Progress* progress = nullptr, ProfileUse use = ProfileUse::convert);

/// The same for what read_input() reads.
LoadedImage load_image_file(const Location& from, const LoadLimits& limits = {},
                            const Progress* progress = nullptr, ProfileUse use = ProfileUse::convert);

/// Whether a file is named as one that can be loaded.
bool is_picture_name(const std::filesystem::path& path);

}
