#include "image/load.h"

#include "base/child_process.h"
#include "base/input_file.h"
#include "base/location.h"
#include "image/decode_apart.h"

#include <algorithm>

namespace huedrift {
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
