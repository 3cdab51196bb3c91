#include "decode/picture_reader.h"

#include "decode/exif_block.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

/// Turns the stored frames upright into `pixels`, unless they are there already.
void turn_upright(DecodeExchange& exchange, const FileFacts& facts, std::span<const Rgba8> stored,
                  int orientation, std::span<Rgba8> pixels) {
    int width = static_cast<int>(facts.width), height = static_cast<int>(facts.height);
    const std::size_t size = facts.width * facts.height;
    for (std::size_t at = 0; at < stored.size() && stored.data() != pixels.data(); at += size)
        write_upright({width, height, stored.subspan(at, size)}, orientation, pixels.subspan(at, size));
    if (is_transposed(orientation)) std::swap(width, height);
    exchange.upright_width = static_cast<std::uint32_t>(width);
    exchange.upright_height = static_cast<std::uint32_t>(height);
}

template <class Pixel>
void divide_pixels(std::span<Pixel> pixels) {
    using Channel = decltype(Pixel::r);
    constexpr std::uint32_t max = static_cast<Channel>(~0u);
    for (Pixel& p : pixels)
        for (Channel* const channel : {&p.r, &p.g, &p.b})
            if (p.a > 0) *channel = static_cast<Channel>(std::min(max, (*channel * max + p.a / 2u) / p.a));
}

void report_resolution(DecodeExchange& exchange, std::optional<Resolution> resolution, bool transposed) {
    if (!resolution) return;
    if (transposed) std::swap(resolution->x, resolution->y);
    exchange.pixels_per_metre_x = resolution->x;
    exchange.pixels_per_metre_y = resolution->y;
}

}

void divide_by_alpha(const DecodeTarget& target) {
    if (const auto& deep = target.colors.deep)
        divide_pixels(std::span(deep.get(), target.pixels.size()));
    else
        divide_pixels(target.pixels);
}

void dispose(Disposal disposal, const FrameArea& area, std::size_t canvas_width, std::span<const Rgba8> shown,
             std::vector<Rgba8>& below) {
    if (disposal == Disposal::previous) return;
    below.assign(shown.begin(), shown.end());
    if (disposal == Disposal::keep) return;
    for (std::size_t row = 0; row < area.height; ++row)
        std::fill_n(below.begin() + std::ptrdiff_t((area.top + row) * canvas_width + area.left), area.width,
                    Rgba8{});
}

PictureSize size_in(std::string_view words) {
    constexpr std::string_view digits = "0123456789";
    for (std::size_t x = words.find('x'); x != std::string_view::npos; x = words.find('x', x + 1)) {
        const std::size_t before = words.substr(0, x).find_last_not_of(digits);
        const std::string_view left = words.substr(before + 1, x - before - 1), right = words.substr(x + 1);
        PictureSize size{};
        std::from_chars(left.data(), left.data() + left.size(), size.width);
        std::from_chars(right.data(), right.data() + right.size(), size.height);
        if (size.width > 0 && size.height > 0) return size;
    }
    return {};
}

void decode_upright(PictureReader& reader, const Source& source, DecodeExchange& exchange,
                    std::span<Rgba8> pixels, DecodeRoom room) {
    const FileFacts& facts = reader.facts();
    const ExifFacts exif = exif_facts(facts.exif);
    const int orientation = facts.orientation != 0 ? facts.orientation : exif.orientation;
    const bool transposed = is_transposed(orientation);
    std::vector<Rgba8> aside(orientation == 1 ? 0 : pixels.size());
    const std::span<Rgba8> target = aside.empty() ? pixels : std::span(aside);
    StoredColors colors;
    const std::string damage =
        reader.decode({.frames = exchange.accepted_frames,
                       .memory_limit = memory_budget(source.bytes().size(), pixels.size()),
                       .pixels = target,
                       .colors = colors});
    if (!damage.empty()) throw source.damaged(damage);
    settle_colors(colors, exchange, target, room.profile);
    turn_upright(exchange, facts, target, orientation, pixels);
    report_resolution(exchange, facts.resolution ? facts.resolution : exif.resolution, transposed);
    settle_metadata(facts, source, exchange, transposed, room.metadata);
    exchange.state = DecodeExchange::State::decoded;
}

}
