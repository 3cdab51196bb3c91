#pragma once

#include "expect_error.h"
#include "image/load.h"
#include "temporary_folder.h"

#include <concepts>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

inline constexpr Rgba8 red{255, 0, 0, 255}, green{0, 255, 0, 255}, blue{0, 0, 255, 255},
    white{255, 255, 255, 255}, none{}; ///< transparent

/// A file that is described part by part.
template <class File>
concept DescribedFile = requires(const File& file) {
    { file.encode() } -> std::same_as<std::vector<std::byte>>;
};

inline std::vector<Rgba8> pixels_of(const ImageView& image) {
    return {image.pixels.begin(), image.pixels.end()};
}
/// The pixels of a file, which the decoder program reads.
inline std::vector<Rgba8> pixels_of(std::span<const std::byte> file, const std::string& name = "file") {
    return pixels_of(load_image(file, name).image);
}
inline std::vector<Rgba8> pixels_of(const std::string& file) { return pixels_of(bytes_of(file)); }
template <DescribedFile File>
std::vector<Rgba8> pixels_of(const File& file) {
    return pixels_of(file.encode());
}

/// Expects that a file, named "bad" unless its format needs an extension, is refused by a sentence with these
/// parts.
inline void expect_refused(std::span<const std::byte> file, std::initializer_list<std::string> parts,
                           const std::string& name = "bad") {
    expect_error([&] { load_image(file, name); }, ErrorKind::input, parts);
}
inline void expect_refused(const std::string& file, std::initializer_list<std::string> parts) {
    expect_refused(bytes_of(file), parts);
}

}
