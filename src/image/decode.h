#pragma once

#include "image/image.h"
#include "image/inspect.h"

namespace huedrift {

/// Decodes an inspected file through stb_image into 8-bit RGBA, not yet turned upright. What stb_image may
/// allocate is bounded by the picture's size. Throws Error(input).
Image decode(const Source& source, const FileFacts& facts);

}
