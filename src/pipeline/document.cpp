#include "pipeline/document.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/wording.h"
#include "reduction/refinement.h"

#include <algorithm>

namespace huedrift {

Document document_of(Image image, const Location& from) {
    Document document;
    document.path = from;
    document.image = std::make_shared<const Image>(std::move(image));
    return document;
}

std::size_t frames_of(const Document& document) {
    return std::max<std::size_t>(1, document.animation.frames());
}

ImageView frame_of(const Document& document, const ImageView& image, std::size_t i) {
    return frame_of(image, frames_of(document), i);
}

Document document_of(Shared<ColorTable> table, const Location& from) {
    Document document = document_of(Image(), from);
    if (const unsigned times = halvings(*table); times != 0)
        document.notes.push_back("its counts are halved " + counted(times, "time") +
                                 ", so that sums stay exact");
    document.table = std::move(table);
    return document;
}

namespace {

/// Near in Morton order is mostly near, and found quickly.
std::vector<std::uint32_t> find_stand_ins(const ColorSet& all, const ColorSet& some,
                                          const Progress& progress) {
    const MortonOrder order(some, progress);
    std::vector<std::uint32_t> stand_ins(all.size());
    parallel_pieces(all.size(), 1 << 13, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (const Rgb color = all.colors()[i]; some.index().contains(color)) {
                stand_ins[i] = some.index()[color];
                continue;
            }
            const Position& position = all.positions()[i];
            const auto after = std::ranges::lower_bound(order.keys, MortonOrder::key_of(position));
            const auto next = std::min(std::size_t(after - order.keys.begin()), order.keys.size() - 1);
            const std::size_t before = next == 0 ? 0 : next - 1;
            const auto distance = [&](std::size_t at) {
                return squared_distance(order.positions[at], position);
            };
            stand_ins[i] = order.colors[distance(before) < distance(next) ? before : next];
        }
    });
    return stand_ins;
}

}

Sample take_sample(const Picture& whole, std::size_t max_pixels, bool is_counted, const Progress& progress) {
    Sample sample{std::make_shared<const ShrunkImage>(shrunk(*whole.image, max_pixels, progress))};
    if (!is_counted) return sample;
    const Shared<Image> image(sample.pixels, &sample.pixels->image);
    ColorSet colors(*image, whole.colors.transfer(), progress);
    if (colors.empty()) return sample;
    sample.stand_ins = find_stand_ins(whole.colors, colors, progress);
    sample.picture = std::make_shared<const Picture>(Picture{whole.document, image, std::move(colors), {}});
    return sample;
}

Palette widened(const Palette& palette, const Sample& sample, const ColorSet& colors) {
    Palette all = palette;
    all.counted = nullptr; // of the sample's colours
    for (PaletteEntry& entry : all.entries) entry.colors = 0, entry.pixels = 0;
    all.entry_of.resize(colors.size());
    for (std::size_t i = 0; i < colors.size(); ++i) {
        PaletteEntry& entry = all.entries[all.entry_of[i] = palette.entry_of[sample.stand_ins[i]]];
        entry.pixels += colors.counts()[i];
        ++entry.colors;
    }
    return all;
}

}
