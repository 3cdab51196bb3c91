#include "labels/flat_areas.h"

#include "base/parallel.h"
#include "labels/regions.h"
#include "labels/soft_edges.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <numeric>

namespace huedrift {
namespace {

/// Fewer pixels are parts of letters and edges, whose colours dithering may mix.
constexpr std::uint32_t least_pixels = 16;
/// The steps of gradients and of noise are smaller, those of drawn borders larger.
constexpr int largest_soft_step = 8;

bool is_same(const Rgba8& x, const Rgba8& y) {
    return (x.a != 0) & (y.a != 0) & (x.r == y.r) & (x.g == y.g) & (x.b == y.b); // without branches
}

/// Whether a quarter of the visible pixels equal their left neighbours. In photographs fewer do, and regions
/// of noise would take long.
bool may_be_drawing(const ImageView& image, const Progress& progress) {
    std::atomic<std::size_t> equal = 0, visible = 0;
    const auto width = static_cast<std::size_t>(image.width);
    parallel_pieces(static_cast<std::size_t>(image.height), 64, progress,
                    [&](std::size_t begin, std::size_t end) {
                        std::size_t equal_here = 0, visible_here = 0;
                        for (std::size_t row = begin; row < end; ++row) {
                            const auto pixels = image.pixels.subspan(row * width, width);
                            for (const Rgba8& pixel : pixels) visible_here += pixel.a != 0;
                            for (std::size_t x = 1; x < width; ++x)
                                equal_here += is_same(pixels[x - 1], pixels[x]);
                        }
                        equal += equal_here;
                        visible += visible_here;
                    });
    return 4 * equal >= visible && visible != 0;
}

bool is_crisp(Rgb x, Rgb y) {
    return std::max({std::abs(x.r - y.r), std::abs(x.g - y.g), std::abs(x.b - y.b)}) > largest_soft_step;
}

/// The pixels and border steps of each region, kept at the number of its first run.
class RegionCounts {
public:
    RegionCounts(const LabelPlane& plane, std::span<const Rgb> colors)
        : regions_(plane), colors_(colors), counts_(regions_.runs()) {
        for (int y = 0; y < regions_.height(); ++y) {
            count_row(y);
            if (y == 0) continue;
            regions_.each_contact(y, [&](std::uint32_t above, std::uint32_t run) {
                const std::uint32_t left = std::max(regions_.left(above), regions_.left(run)),
                                    right = std::min(regions_.right(above), regions_.right(run));
                count_border(above, run, right - left);
            });
        }
    }

    /// Whether the region of a run is a flat area.
    bool is_area(std::uint32_t run) const {
        if (regions_.label(run) == Regions::none) return false;
        const Counts& counts = counts_[regions_.region(run)];
        return counts.pixels >= least_pixels &&
               4 * std::uint64_t{counts.crisp} >= 3 * std::uint64_t{counts.steps};
    }
    const Regions& regions() const { return regions_; }

private:
    struct Counts {
        std::uint32_t pixels = 0;
        std::uint32_t steps = 0, crisp = 0; ///< to neighbours of other colours
    };

    void count_row(int y) {
        for (std::uint32_t run = regions_.runs(y); run < regions_.runs(y + 1); ++run) {
            if (regions_.label(run) != Regions::none)
                counts_[regions_.region(run)].pixels += regions_.right(run) - regions_.left(run);
            if (run != regions_.runs(y)) count_border(run - 1, run, 1);
        }
    }

    /// Counts the steps between the pixels of two runs that touch along `length` pixels.
    void count_border(std::uint32_t one, std::uint32_t other, std::uint32_t length) {
        const std::uint32_t from = regions_.label(one), to = regions_.label(other);
        if (from == to || from == Regions::none || to == Regions::none) return;
        const bool crisp = is_crisp(colors_[from], colors_[to]);
        for (const std::uint32_t run : {one, other}) {
            Counts& counts = counts_[regions_.region(run)];
            counts.steps += length;
            if (crisp) counts.crisp += length;
        }
    }

    Regions regions_;
    std::span<const Rgb> colors_;
    std::vector<Counts> counts_;
};

}

std::vector<std::uint8_t> find_flat_areas(const ImageView& image, const ColorSet& colors, std::size_t frames,
                                          const Progress& progress) {
    assert(frames > 0 && std::size_t(image.height) % frames == 0);
    if (!may_be_drawing(image, progress)) return {};
    std::vector<std::uint8_t> marks(image.pixels.size());
    std::vector<std::uint32_t> every(colors.size());
    std::iota(every.begin(), every.end(), std::uint32_t{0});
    const int height = image.height / static_cast<int>(frames);
    const std::size_t size = std::size_t(image.width) * std::size_t(height);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const ImageView shown{image.width, height, image.pixels.subspan(frame * size, size)};
        const RegionCounts counts(label_pixels(shown, colors, every, every.size(), progress),
                                  colors.colors());
        progress.throw_if_cancelled();
        parallel_indices(std::size_t(height), 64, [&](std::size_t y) {
            const Regions& regions = counts.regions();
            std::uint8_t* const row = &marks[frame * size + y * std::size_t(image.width)];
            for (std::uint32_t run = regions.runs(int(y)); run < regions.runs(int(y) + 1); ++run)
                if (counts.is_area(run))
                    std::fill(row + regions.left(run), row + regions.right(run), std::uint8_t{1});
        });
    }
    return marks;
}

std::size_t count_area_colors(const ImageView& image, const ColorSet& colors, const Progress& progress) {
    if (!may_be_drawing(image, progress)) return 0;
    std::vector<std::uint32_t> every(colors.size());
    std::iota(every.begin(), every.end(), std::uint32_t{0});
    const auto inner = count_inner(image, colors, every, colors.colors(), progress);
    return std::size_t(
        std::ranges::count_if(inner, [](std::uint32_t pixels) { return pixels >= enough_inner_pixels; }));
}

}
