#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace huedrift {

/// One pixel: 8 bits a channel, alpha not premultiplied.
struct Rgba8 {
    std::uint8_t r = 0, g = 0, b = 0, a = 0;

    friend constexpr bool operator==(const Rgba8&, const Rgba8&) = default;
};
static_assert(sizeof(Rgba8) == 4);

/// Pixels that follow each other, by their numbers in a picture.
struct PixelRun {
    std::uint32_t begin, end;
};

/// A view of width x height pixels, row by row from the top left, without padding. Does not own them.
struct ImageView {
    int width = 0, height = 0;
    std::span<const Rgba8> pixels;

    /// Whether it has the pixels of its size.
    bool is_whole() const {
        return width >= 0 && height >= 0 && pixels.size() == std::size_t(width) * std::size_t(height);
    }
};

/// True when every pixel has alpha 255.
bool is_opaque(const ImageView& image);

/// A picture of width x height pixels that owns them; both may be 0. A copy has pixels of its own.
class Image {
public:
    Image() = default;
    Image(int width, int height)
        : Image(width, height, std::vector<Rgba8>(std::size_t(width) * std::size_t(height))) {}
    /// Throws Error(failed) when `pixels` does not hold width x height pixels.
    Image(int width, int height, std::vector<Rgba8> pixels);
    /// Takes pixels in memory that `owner` frees; nobody else may change them.
    Image(int width, int height, std::span<Rgba8> pixels, std::shared_ptr<void> owner);
    Image(const Image& other)
        : Image(other.width_, other.height_, {other.pixels_.begin(), other.pixels_.end()}) {}
    Image(Image&& other) noexcept { swap(other); }
    Image& operator=(Image other) noexcept {
        swap(other);
        return *this;
    }

    int width() const { return width_; }
    int height() const { return height_; }
    std::span<const Rgba8> pixels() const { return pixels_; }
    std::span<Rgba8> pixels() { return pixels_; }
    operator ImageView() const { return {width_, height_, pixels_}; }

private:
    void swap(Image& other) noexcept;

    int width_ = 0, height_ = 0;
    std::span<Rgba8> pixels_;
    std::shared_ptr<void> owner_;
};

}
