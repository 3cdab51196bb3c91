#include "image/indexed_pixels.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace huedrift {
namespace {

constexpr std::size_t pixels_of_range = 1 << 16;

std::uint32_t code_of(Rgba8 pixel) { return std::bit_cast<std::uint32_t>(pixel); }

/// The number of distinct RGBA values, without a limit.
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

[[noreturn]] void throw_too_many(const ImageView& image, const std::string& file, const std::string& what,
                                 std::size_t entries) {
    const bool soft = std::ranges::any_of(image.pixels, [](Rgba8 p) { return p.a != 0 && p.a != 255; });
    throw Error(ErrorKind::output, file + " holds at most 256 colours with their transparency, but " + what +
                                       " has " + std::to_string(entries) +
                                       (soft ? "; an alpha threshold or a matte leaves fewer" : ""));
}

}

std::optional<std::vector<Rgba8>> find_entries(const ImageView& image) {
    std::unordered_set<std::uint32_t> seen;
    std::mutex mutex;
    parallel_ranges(image.pixels.size(), pixels_of_range, [&](std::size_t begin, std::size_t end) {
        std::unordered_set<std::uint32_t> here;
        for (std::size_t i = begin; i < end && here.size() <= max_entries; ++i)
            if (i == begin || image.pixels[i] != image.pixels[i - 1]) here.insert(code_of(image.pixels[i]));
        const std::scoped_lock lock(mutex);
        if (seen.size() <= max_entries) seen.merge(here);
    });
    if (seen.size() > max_entries) return std::nullopt;
    std::vector<Rgba8> entries;
    entries.reserve(seen.size());
    for (const std::uint32_t code : seen) entries.push_back(std::bit_cast<Rgba8>(code));
    std::ranges::sort(entries, {}, [](Rgba8 p) { return std::tuple(p.a == 255, p.r, p.g, p.b, p.a); });
    return entries;
}

std::vector<Rgba8> gather_entries(const ImageView& image, const std::string& what) {
    auto entries = find_entries(image);
    if (!entries) throw_too_many(image, what, "the picture", count_entries(image));
    return std::move(*entries);
}

std::vector<std::byte> number_pixels(const ImageView& image, std::span<const Rgba8> entries,
                                     const std::string& what) {
    if (entries.size() > max_entries) throw_too_many(image, what, "the palette", entries.size());
    std::unordered_map<std::uint32_t, std::byte> numbers;
    for (std::size_t i = 0; i < entries.size(); ++i) numbers.emplace(code_of(entries[i]), std::byte(i));
    std::vector<std::byte> numbered(image.pixels.size());
    parallel_ranges(numbered.size(), pixels_of_range, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            numbered[i] = i > begin && image.pixels[i] == image.pixels[i - 1]
                              ? numbered[i - 1]
                              : numbers.at(code_of(image.pixels[i]));
    });
    return numbered;
}

}
