#pragma once

#include "image/load.h"

#include <filesystem>

namespace huedrift {

/// The decoder of a file and its limits.
struct DecodeOrder {
    std::filesystem::path program{};
    LoadLimits limits{};
    ProfileUse profile = ProfileUse::convert;
    const Progress* progress = nullptr;
};

/// Lets the decoder program read the header of `file`, checks what it says against the limits, lets it decode
/// the picture, or all frames if the limits allow an animation, and turns it upright. No other code reads the
/// file, and its format stays open. An attacker who takes over the decoder gains a process that holds only
/// the file and can only compute. `source` names the file and its format. Throws Error(input) when no picture
/// comes back, Error(cancelled) within 50 ms after the progress is cancelled, and Error(failed) when the
/// program cannot be started.
LoadedImage decode_apart(const SealedBytes& file, const Source& source, const DecodeOrder& order);

/// Stops after the check of the header. Throws as decode_apart() does.
void inspect_apart(const SealedBytes& file, const Source& source, const DecodeOrder& order);

}
