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
    Metadata metadata{};                   ///< for an upright picture, without a thumbnail
};

/// Decodes a file that passed the header gate by the decoder `program` and turns it upright. Decodes as many
/// frames as `facts` has. An attacker who takes over the decoder gains a process that holds only the file and
/// can only compute. `sealed` has the bytes of `source`. Unless it `hurries`, the decoder gets the lowest
/// priority. Throws Error(input) when no picture comes back, Error(cancelled) within 50 ms after `progress`
/// is cancelled, and Error(failed) when the program cannot be started.
DecodedImage decode_apart(const FileDescriptor& sealed, const Source& source, const FileFacts& facts,
                          ProfileUse profile, const Progress* progress, const std::filesystem::path& program,
                          bool hurries = true);

}
