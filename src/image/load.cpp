#include "image/load.h"

#include "base/child_process.h"
#include "base/file_extension.h"
#include "base/input_file.h"
#include "image/decode_apart.h"

#include <algorithm>

namespace huedrift {
namespace {

/// A sentence about the treatment of the colour profile, or empty.
std::string note_on(const ProfileReport& profile, bool cmyk) {
    using State = ProfileReport::State;
    const std::string what = profile.of_gamma ? "the picture's colour space" : "the embedded colour profile",
                      named = profile.name.empty() ? what : what + ", " + profile.name,
                      subject = profile.name.empty() ? what : named + ",";
    if (cmyk && profile.state != State::converted) {
        const bool fails = profile.state == State::unusable;
        return "CMYK colours were converted to RGB without a colour profile" +
               (fails ? ": " + profile.name : std::string());
    }
    switch (profile.state) {
    case State::none:
    case State::srgb:
        break;
    case State::converted:
        return "colours were converted to sRGB from " + named;
    case State::kept:
        return subject + " is kept: colours are in its space, not in sRGB";
    case State::ignored:
        return subject + " was ignored";
    case State::unusable:
        return what + " was ignored: " + profile.name;
    }
    return "";
}

std::vector<std::string> notes_on(const DecodedImage& decoded) {
    std::vector<std::string> notes;
    if (decoded.sixteen_bits) notes.emplace_back("16-bit channels were reduced to 8 bits");
    if (std::string note = note_on(decoded.profile, decoded.cmyk); !note.empty())
        notes.push_back(std::move(note));
    if (decoded.more_pages) notes.emplace_back("only the first page was read");
    if (decoded.animated && decoded.animation.frames() == 0)
        notes.emplace_back("only the first frame of the animation was read");
    return notes;
}

}

LoadedImage load_image(std::span<const std::byte> bytes, const std::string& name, const LoadLimits& limits,
                       const Progress* progress, ProfileUse use) {
    return load_image(SealedBytes(bytes), name, limits, progress, use);
}

LoadedImage load_image(const SealedBytes& bytes, const std::string& name, const LoadLimits& limits,
                       const Progress* progress, ProfileUse use) {
    const PictureFormat& format = readable_format(bytes.bytes(), name);
    const Source source(bytes.bytes(), name, std::string(format.name));
    DecodedImage decoded =
        decode_apart(bytes, source, {private_program(format.decoder), limits, use, progress});
    using State = ProfileReport::State;
    const State state = decoded.profile.state;
    const bool made_of_gamma = decoded.profile.of_gamma && state == State::kept;
    const bool is_apng = format.written == ImageFormat::png && decoded.animated;
    std::vector<std::string> notes = notes_on(decoded);
    if (format.hides_metadata)
        decoded.metadata.note = "Exif data and XMP of " + std::string(format.name) + " files are not read";
    return {.image = std::move(decoded.image),
            .animation = std::move(decoded.animation),
            .notes = std::move(notes),
            .settings = std::move(decoded.settings),
            .profile = std::move(decoded.profile),
            .colors = {.srgb = state == State::converted || state == State::srgb,
                       .profile = std::move(decoded.kept_profile),
                       .profile_of_gamma = made_of_gamma,
                       .chunks = decoded.kept_chunks},
            .metadata = std::move(decoded.metadata),
            .resolution = decoded.resolution,
            .slots = std::move(decoded.slots),
            .format = is_apng ? ImageFormat::apng : format.written};
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
