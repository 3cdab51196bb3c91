#include "image/load_limits.h"

#include <algorithm>
#include <string>

namespace huedrift {
namespace {

void check_size(const Source& source, const PictureSize& picture, const LoadLimits& limits) {
    const std::string size =
        std::to_string(picture.width) + " x " + std::to_string(picture.height) + " pixels are too many: ";
    if (picture.width == 0 || picture.height == 0) throw source.damaged("it has no pixels");
    if (picture.width > limits.max_side || picture.height > limits.max_side)
        throw source.refused(size + "a side may have at most " + std::to_string(limits.max_side));
    if (picture.width * picture.height > limits.max_pixels)
        throw source.refused(size + "a picture may have at most " + std::to_string(limits.max_pixels));
}

void check_frames(const Source& source, const PictureSize& picture, const LoadLimits& limits) {
    const std::string frames = std::to_string(picture.frames);
    if (picture.frames > limits.max_frames)
        throw source.refused(frames + " frames are too many: an animation may have at most " +
                             std::to_string(limits.max_frames));
    const std::uint64_t pixels =
        std::max(picture.frame_pixels, picture.frames * picture.width * picture.height);
    if (pixels > limits.max_pixels)
        throw source.refused(frames + " frames with " + std::to_string(pixels) +
                             " pixels in total are too many: an animation may have at most " +
                             std::to_string(limits.max_pixels) + " pixels");
}

}

std::uint64_t checked_frames(const Source& source, const PictureSize& size, const LoadLimits& limits) {
    check_size(source, size, limits);
    if (limits.max_frames == 1 || size.frames < 2) return 0;
    check_frames(source, size, limits);
    return size.frames;
}

}
