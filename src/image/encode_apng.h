#pragma once

#include "image/save.h"

namespace huedrift {

/// An animated PNG file of the frames that lie below each other in `image`. After the first, a frame holds
/// only the box that changes. Throws Error(output) as encode_image() does for PNG.
std::vector<std::byte> encode_apng(const ImageView& image, const EncodeOptions& options);

}
