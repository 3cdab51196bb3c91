#include "image/header_gate.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace huedrift {
namespace {

bool has_signature(std::string_view file, const PictureFormat& format) {
    return std::ranges::any_of(format.signatures, [&](const Signature& signature) {
        return !signature.bytes.empty() && file.size() >= signature.at &&
               file.substr(signature.at).starts_with(signature.bytes);
    });
}

/// The format by the file's first bytes; null for none.
const PictureFormat* find_format(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto found = std::ranges::find_if(
        picture_formats(), [&](const PictureFormat& format) { return has_signature(text, format); });
    return found == picture_formats().end() ? nullptr : &*found;
}

/// As above. Throws Error(input) for a format that is not read.
const PictureFormat& format_of(std::span<const std::byte> bytes, const std::string& name) {
    if (bytes.empty()) throw Error(ErrorKind::input, name + ": the file is empty");
    const PictureFormat* const format = find_format(bytes);
    if (!format) throw Error(ErrorKind::input, name + ": not a " + formats_read("or") + " file");
    if (format->inspect) return *format;
    throw Error(ErrorKind::input, name + ": " + std::string(format->name) + " files are not supported; " +
                                      formats_read("and") + " are");
}

/// Refuses pictures above the limits before any memory of their size is allocated.
void check_size(const Source& source, const FileFacts& facts, const LoadLimits& limits) {
    const std::string size =
        std::to_string(facts.width) + " x " + std::to_string(facts.height) + " pixels are too many: ";
    if (facts.width > limits.max_side || facts.height > limits.max_side)
        throw source.refused(size + "a side may have at most " + std::to_string(limits.max_side));
    if (facts.width * facts.height > limits.max_pixels) // sides are below 2^32 in every format
        throw source.refused(size + "a picture may have at most " + std::to_string(limits.max_pixels));
}

void check_frames(const Source& source, const FileFacts& facts, const LoadLimits& limits) {
    const std::uint64_t frames = facts.animation.frames();
    if (frames > limits.max_frames)
        throw source.refused(std::to_string(frames) + " frames are too many: an animation may have at most " +
                             std::to_string(limits.max_frames));
    if (facts.frame_pixels > limits.max_pixels)
        throw source.refused(std::to_string(frames) + " frames with " + std::to_string(facts.frame_pixels) +
                             " pixels in total are too many: an animation may have at most " +
                             std::to_string(limits.max_pixels) + " pixels");
}

}

bool is_picture(std::span<const std::byte> bytes) { return find_format(bytes) != nullptr; }

PassedFile pass_header_gate(std::span<const std::byte> bytes, const std::string& name,
                            const LoadLimits& limits) {
    const PictureFormat& format = format_of(bytes, name);
    const Source source(bytes, name, std::string(format.name));
    if (bytes.size() > std::min<std::size_t>(limits.max_file_bytes, std::numeric_limits<int>::max()))
        throw source.refused("the file is too large"); // stb_image counts bytes in an int
    FileFacts facts = format.inspect(source);
    check_size(source, facts, limits);
    if (limits.max_frames == 1 || facts.animation.frames() < 2) facts.animation = {};
    if (facts.animation.frames() > 0) check_frames(source, facts, limits);
    return {source, std::move(facts), format};
}

}
