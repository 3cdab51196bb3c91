#include "image/indexed_pixels.h"

#include "base/error.h"
#include "base/parallel.h"
#include "color/rgb.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>
#include <tuple>

namespace huedrift {
namespace {

constexpr std::size_t pixels_of_range = 1 << 16;

std::uint32_t code_of(Rgba8 pixel) { return std::bit_cast<std::uint32_t>(pixel); }

/// Opaque values last, each part in ascending order.
auto rank_of(Rgba8 pixel) { return std::tuple(pixel.a == 255, pixel.r, pixel.g, pixel.b, pixel.a); }

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
    EntryTable seen(max_entries + 1);
    std::mutex mutex;
    parallel_ranges(image.pixels.size(), pixels_of_range, [&](std::size_t begin, std::size_t end) {
        EntryTable here(max_entries + 1);
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
    std::ranges::sort(entries, {}, rank_of);
    return entries;
}

std::vector<Rgba8> find_all_entries(const ImageView& image) {
    if (auto few = find_entries(image)) return std::move(*few);
    // One bit for each opaque colour, since sorting tens of millions of pixels takes seconds.
    std::vector<bool> opaque(rgb_codes);
    std::vector<std::uint32_t> others;
    for (const Rgba8 pixel : image.pixels) {
        if (pixel.a == 255) {
            opaque[Rgb{pixel.r, pixel.g, pixel.b}.code()] = true;
        } else {
            others.push_back(code_of(pixel));
        }
    }
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    std::vector<Rgba8> entries;
    entries.reserve(others.size() + std::size_t(std::ranges::count(opaque, true)));
    for (const std::uint32_t code : others) entries.push_back(std::bit_cast<Rgba8>(code));
    std::ranges::sort(entries, {}, rank_of);
    for (std::uint32_t code = 0; code < rgb_codes; ++code) {
        const auto [r, g, b] = Rgb::from_code(code);
        if (opaque[code]) entries.push_back({r, g, b, 255});
    }
    return entries;
}

std::size_t count_entries(const ImageView& image) { return find_all_entries(image).size(); }

std::vector<Rgba8> gather_entries(const ImageView& image, const std::string& what) {
    auto entries = find_entries(image);
    if (!entries) throw_too_many(image, what, "the picture", count_entries(image));
    return std::move(*entries);
}

void pad_entries(std::vector<Rgba8>& entries, std::size_t pad) {
    if (pad == 0) return;
    if (entries.size() > pad)
        throw Error(ErrorKind::output, "the palette has " + std::to_string(entries.size()) +
                                           " entries and cannot be padded to " + std::to_string(pad));
    entries.resize(pad, {0, 0, 0, 255});
}

std::vector<Rgba8> padded_entries(const ImageView& image, std::span<const Rgba8> given, std::size_t pad,
                                  const std::string& what) {
    std::vector<Rgba8> entries =
        given.empty() ? gather_entries(image, what) : std::vector(given.begin(), given.end());
    pad_entries(entries, pad);
    return entries;
}

EntryNumbers::EntryNumbers(std::span<const Rgba8> entries) : table_(entries.size()) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto number = static_cast<std::uint32_t>(i);
        if (table_.add(code_of(entries[i])) == number_of_.size()) number_of_.push_back(number);
        if (entries[i].a == 0 && !clear_) clear_ = number;
    }
}

std::uint32_t EntryNumbers::operator()(Rgba8 pixel) const {
    const std::size_t found = table_[code_of(pixel)];
    const bool is_hidden = found >= number_of_.size() && pixel.a == 0 && clear_;
    return is_hidden ? *clear_ : number_of_.at(found);
}

std::vector<std::uint64_t> count_pixels(const ImageView& image, const EntryNumbers& number,
                                        std::size_t entries) {
    std::vector<std::uint64_t> counts(entries);
    std::mutex mutex;
    const std::size_t grain =
        std::max(pixels_of_range, entries); // a part's counts are no more than its pixels
    parallel_ranges(image.pixels.size(), grain, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint64_t> here(entries);
        std::uint32_t last = 0;
        for (std::size_t i = begin; i < end; ++i) {
            if (i == begin || image.pixels[i] != image.pixels[i - 1]) last = number(image.pixels[i]);
            ++here[last];
        }
        const std::scoped_lock lock(mutex);
        for (std::size_t i = 0; i < entries; ++i) counts[i] += here[i];
    });
    return counts;
}

std::vector<std::byte> number_pixels(const ImageView& image, std::span<const Rgba8> entries,
                                     const std::string& what) {
    if (entries.size() > max_entries) throw_too_many(image, what, "the palette", entries.size());
    const EntryNumbers number(entries);
    std::vector<std::byte> numbered(image.pixels.size());
    parallel_ranges(numbered.size(), pixels_of_range, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            numbered[i] = i > begin && image.pixels[i] == image.pixels[i - 1]
                              ? numbered[i - 1]
                              : static_cast<std::byte>(number(image.pixels[i]));
    });
    return numbered;
}

}
