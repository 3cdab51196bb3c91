#pragma once

#include "base/progress.h"
#include "base/shared_memory.h"
#include "image/animation.h"
#include "image/color_profile.h"
#include "image/image.h"
#include "image/load_limits.h"
#include "image/metadata.h"
#include "image/resolution.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

struct DecodedImage {
    Image image;
    Animation animation{}; ///< `image` has its frames; none for a picture
    bool sixteen_bits = false, cmyk = false, animated = false, more_pages = false; ///< of the file
    std::string settings{}; ///< from EncodeOptions::settings, at most 1000 bytes, or empty; untrusted
    ProfileReport profile{};
    std::vector<std::byte> kept_profile{}; ///< ICC; empty unless it was kept
    PngColors kept_chunks{};               ///< of colours, likewise
    Metadata metadata{};                   ///< for an upright picture, without a thumbnail
    std::optional<Resolution> resolution{};
    std::vector<Rgba8> slots{}; ///< of an indexed file; see LoadedImage
};

/// What a file is decoded by and how.
struct DecodeOrder {
    std::filesystem::path program{};
    LoadLimits limits{};
    ProfileUse profile = ProfileUse::convert;
    const Progress* progress = nullptr;
};

/// Lets the decoder program read the header of `file`, checks what it says against the limits, lets it decode
/// the picture, or all frames if the limits allow an animation, and turns it upright. No other code reads the
/// file. An attacker who takes over the decoder gains a process that holds only the file and can only
/// compute. `source` names the file and its format. Throws Error(input) when no picture comes back,
/// Error(cancelled) within 50 ms after the progress is cancelled, and Error(failed) when the program cannot
/// be started.
DecodedImage decode_apart(const SealedBytes& file, const Source& source, const DecodeOrder& order);

/// Stops after the check of the header. Throws as decode_apart() does.
void inspect_apart(const SealedBytes& file, const Source& source, const DecodeOrder& order);

}
