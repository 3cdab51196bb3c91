#include "image/indexed_pixels.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>
#include <tuple>

namespace huedrift {
namespace {

constexpr std::size_t pixels_of_range = 1 << 16;

std::uint32_t code_of(Rgba8 pixel) { return std::bit_cast<std::uint32_t>(pixel); }

/// Numbers values in the order in which they come, a little more than max_entries of them. Every pixel asks
/// it, and the standard library's tables take some times as long.
class EntryTable {
public:
    /// The number of a value, the next one if it is new.
    std::size_t add(std::uint32_t code) {
        std::int16_t& number = numbers_[place_of(code)];
        if (number < 0) {
            number = static_cast<std::int16_t>(codes_.size());
            codes_.push_back(code);
        }
        return static_cast<std::size_t>(number);
    }
    /// The number of a value; for an unknown one, no number.
    std::size_t operator[](std::uint32_t code) const {
        return static_cast<std::size_t>(numbers_[place_of(code)]);
    }
    std::size_t size() const { return codes_.size(); }
    const std::vector<std::uint32_t>& codes() const { return codes_; }

private:
    /// Open addressing with multiplicative hashing (Knuth, "The Art of Computer Programming", 6.4).
    std::size_t place_of(std::uint32_t code) const {
        std::size_t at = code * 0x9E3779B1u >> (32 - place_bits);
        while (numbers_[at] >= 0 && codes_[static_cast<std::size_t>(numbers_[at])] != code)
            at = (at + 1) % numbers_.size();
        return at;
    }

    static constexpr int place_bits = 11;
    std::vector<std::int16_t> numbers_ = std::vector<std::int16_t>(1 << place_bits, -1); ///< -1: a free place
    std::vector<std::uint32_t> codes_;                                                   ///< by number
};

[[noreturn]] void throw_too_many(const ImageView& image, const std::string& file, const std::string& what,
                                 std::size_t entries) {
    const bool soft = std::ranges::any_of(image.pixels, [](Rgba8 p) { return p.a != 0 && p.a != 255; });
    throw Error(
        ErrorKind::output,
        file + " holds at most 256 colours with their transparency, but " + what + " has " +
            std::to_string(entries) +
            (soft ? "; levels of alpha join them, and an alpha threshold or a matte reduces them" : ""));
}

}

std::optional<std::vector<Rgba8>> find_entries(const ImageView& image) {
    EntryTable seen;
    std::mutex mutex;
    parallel_ranges(image.pixels.size(), pixels_of_range, [&](std::size_t begin, std::size_t end) {
        EntryTable here;
        for (std::size_t i = begin; i < end && here.size() <= max_entries; ++i)
            if (i == begin || image.pixels[i] != image.pixels[i - 1]) here.add(code_of(image.pixels[i]));
        const std::scoped_lock lock(mutex);
        for (const std::uint32_t code : here.codes())
            if (seen.size() <= max_entries) seen.add(code);
    });
    if (seen.size() > max_entries) return std::nullopt;
    std::vector<Rgba8> entries;
    entries.reserve(seen.size());
    for (const std::uint32_t code : seen.codes()) entries.push_back(std::bit_cast<Rgba8>(code));
    std::ranges::sort(entries, {}, [](Rgba8 p) { return std::tuple(p.a == 255, p.r, p.g, p.b, p.a); });
    return entries;
}

std::size_t count_entries(const ImageView& image) {
    // One bit for each opaque colour, since sorting tens of millions of pixels takes seconds.
    std::vector<bool> opaque(std::size_t{1} << 24);
    std::vector<std::uint32_t> others;
    for (const Rgba8 pixel : image.pixels) {
        if (pixel.a == 255) {
            opaque[std::size_t(pixel.r) << 16 | std::size_t(pixel.g) << 8 | pixel.b] = true;
        } else {
            others.push_back(code_of(pixel));
        }
    }
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    return others.size() + std::size_t(std::ranges::count(opaque, true));
}

std::vector<Rgba8> gather_entries(const ImageView& image, const std::string& what) {
    auto entries = find_entries(image);
    if (!entries) throw_too_many(image, what, "the picture", count_entries(image));
    return std::move(*entries);
}

std::vector<Rgba8> padded_entries(const ImageView& image, std::span<const Rgba8> given, std::size_t pad,
                                  const std::string& what) {
    std::vector<Rgba8> entries =
        given.empty() ? gather_entries(image, what) : std::vector(given.begin(), given.end());
    if (pad == 0) return entries;
    if (entries.size() > pad)
        throw Error(ErrorKind::output, "the palette has " + std::to_string(entries.size()) +
                                           " entries and cannot be padded to " + std::to_string(pad));
    entries.resize(pad, {0, 0, 0, 255});
    return entries;
}

std::vector<std::byte> number_pixels(const ImageView& image, std::span<const Rgba8> entries,
                                     const std::string& what) {
    if (entries.size() > max_entries) throw_too_many(image, what, "the palette", entries.size());
    EntryTable table; // its numbers skip repeated entries
    std::vector<std::byte> number_of;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (table.add(code_of(entries[i])) == number_of.size()) number_of.push_back(std::byte(i));
    const auto clear = std::ranges::find(entries, std::uint8_t{0}, &Rgba8::a);
    const auto number = [&](Rgba8 pixel) {
        const std::size_t found = table[code_of(pixel)];
        const bool is_hidden = found >= number_of.size() && pixel.a == 0 && clear != entries.end();
        return is_hidden ? std::byte(clear - entries.begin()) : number_of.at(found);
    };
    std::vector<std::byte> numbered(image.pixels.size());
    parallel_ranges(numbered.size(), pixels_of_range, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            numbered[i] = i > begin && image.pixels[i] == image.pixels[i - 1] ? numbered[i - 1]
                                                                              : number(image.pixels[i]);
    });
    return numbered;
}

}
