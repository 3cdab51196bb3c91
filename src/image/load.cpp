#include "image/load.h"

#include "base/child_process.h"
#include "base/input_file.h"
#include "base/location.h"
#include "image/decode_apart.h"

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

LoadedImage load_image(std::span<const std::byte> bytes, const std::string& name, const LoadLimits& limits,
                       const Progress* progress, ProfileUse use) {
    return load_image(SealedBytes(bytes), name, limits, progress, use);
}

LoadedImage load_image(const SealedBytes& bytes, const std::string& name, const LoadLimits& limits,
                       const Progress* progress, ProfileUse use) {
    const PictureFormat& format = readable_format(bytes.bytes(), name);
    const Source source(bytes.bytes(), name, std::string(format.name));
    LoadedImage loaded =
        decode_apart(bytes, source, {private_program(format.decoder), limits, use, progress});
    if (format.hides_metadata)
        loaded.metadata.note = "Exif data and XMP of " + std::string(format.name) + " files are not read";
    const bool is_apng = format.written == ImageFormat::png && loaded.animated;
    loaded.format = is_apng ? ImageFormat::apng : format.written;
    return loaded;
}

LoadedImage load_image_file(const Location& from, const LoadLimits& limits, const Progress* progress,
                            ProfileUse use) {
    auto file = std::make_shared<const SealedBytes>(read_sealed_input(from, limits.max_file_bytes));
    LoadedImage loaded = load_image(*file, from.name(), limits, progress, use);
    if (limits.keeps_file) loaded.file = std::move(file);
    return loaded;
}

void inspect_image(const SealedBytes& bytes, const std::string& name, const LoadLimits& limits) {
    const PictureFormat& format = readable_format(bytes.bytes(), name);
    const Source source(bytes.bytes(), name, std::string(format.name));
    inspect_apart(bytes, source, {private_program(format.decoder), limits});
}

bool is_picture_name(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    return !extension.empty() && std::ranges::any_of(picture_formats(), [&](const PictureFormat& format) {
        return format.decoder && std::ranges::find(format.extensions, extension) != format.extensions.end();
    });
}

}
