#pragma once

#include "base/file_descriptor.h"
#include "base/progress.h"
#include "image/color_profile.h"
#include "image/image.h"
#include "image/inspect.h"
#include "image/metadata.h"

#include <filesystem>
#include <vector>

namespace huedrift {

struct DecodedImage {
    Image image;
    ProfileReport profile{};
    std::vector<std::byte> kept_profile{}; ///< ICC; empty unless it was kept
    Metadata metadata{};                   ///< as of an upright picture without a thumbnail
};

/// Decodes a file that passed the header gate, of an animation all frames that `facts` has, and turns it
/// upright, in `program`, a decoder: a file that takes over its decoder gains a process that holds only the
/// file and may only compute. `sealed` has the bytes of `source`. Unless it `hurries`,
/// it gets the lowest priority. Throws Error(input) when no picture comes
/// back, Error(cancelled) within 50 ms after `progress` is cancelled, and Error(failed) when the program
/// cannot be started.
DecodedImage decode_apart(const FileDescriptor& sealed, const Source& source, const FileFacts& facts,
                          ProfileUse profile, const Progress* progress, const std::filesystem::path& program,
                          bool hurries = true);

}
