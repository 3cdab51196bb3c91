#include "base/parallel.h"
#include "labels/dither.h"
#include "palette/nearest_in_cell.h"

#include <algorithm>
#include <array>

namespace huedrift {
namespace {

constexpr std::size_t side = 8, mixed = side * side;

/// How many bytes of mixtures are in memory at once.
constexpr std::size_t mixtures_bytes = std::size_t{1} << 26;

/// Bayer 1973: of the bits of x and y, the lowest of x XOR y weighs most, then that of y.
constexpr std::array<std::uint8_t, mixed> thresholds = [] {
    std::array<std::uint8_t, mixed> matrix{};
    for (unsigned y = 0; y < side; ++y)
        for (unsigned x = 0; x < side; ++x) {
            unsigned value = 0;
            for (unsigned bit = 0; bit < 3; ++bit)
                value = 4 * value + 2 * ((x ^ y) >> bit & 1) + (y >> bit & 1);
            matrix[y * side + x] = static_cast<std::uint8_t>(value);
        }
    return matrix;
}();

/// One colour while its mixture of 64 labels is chosen.
struct Mixing {
    Position wanted;
    std::int64_t l = 0, a = 0, b = 0; ///< the error of the labels so far
    std::array<std::uint32_t, mixed> labels{};
};

/// How many colours are mixed side by side: each depends on its own labels only, so their latencies overlap.
constexpr std::size_t lanes = 4;

class Mixer {
public:
    explicit Mixer(const DitherSource& source)
        : source_(source), bound_(error_bound(source.palette)), nearest_(source.palette) {}

    /// The labels of the colours from `first` on, dark ones first, for the thresholds to choose from.
    template <class Label>
    void mix(std::size_t first, std::size_t count, Label* to) {
        std::array<Mixing, lanes> mixings;
        for (std::size_t lane = 0; lane < count; ++lane)
            mixings[lane] = {source_.colors.positions()[first + lane]};
        for (std::size_t i = 0; i < mixed; ++i)
            for (std::size_t lane = 0; lane < count; ++lane) take(mixings[lane], i);
        for (std::size_t lane = 0; lane < count; ++lane) write(mixings[lane], to + lane * mixed);
    }

private:
    /// Takes the entry nearest to the colour plus its error so far.
    void take(Mixing& mixing, std::size_t i) {
        const auto scaled = [&](std::int64_t sum) { return sum * source_.strength >> 16; };
        const Position held = held_within(bound_, scaled(mixing.l), scaled(mixing.a), scaled(mixing.b));
        const Position& wanted = mixing.wanted;
        const std::uint32_t label = nearest_({wanted.l + held.l, wanted.a + held.a, wanted.b + held.b});
        const Position& taken = source_.palette[label];
        mixing.labels[i] = label;
        mixing.l += wanted.l - taken.l;
        mixing.a += wanted.a - taken.a;
        mixing.b += wanted.b - taken.b;
    }
    template <class Label>
    void write(const Mixing& mixing, Label* to) {
        parts_.clear();
        for (const std::uint32_t label : mixing.labels) {
            const auto found = std::ranges::find(parts_, label, &Part::label);
            if (found == parts_.end())
                parts_.push_back({label, 1});
            else
                ++found->times;
        }
        std::ranges::sort(parts_, {}, [&](const Part& part) {
            return std::pair(source_.palette[part.label].l, part.label);
        });
        for (const Part& part : parts_) to = std::fill_n(to, part.times, static_cast<Label>(part.label));
    }

    struct Part {
        std::uint32_t label, times;
    };
    const DitherSource& source_;
    Position bound_;
    NearestInCell nearest_;
    std::vector<Part> parts_; ///< of one mixture
};

/// The mixtures of the colours from `first` on, as many as fit into `mixtures`.
template <class Label>
void mix_colors(const DitherSource& source, std::size_t first, std::vector<Label>& mixtures,
                const Progress& progress) {
    const std::size_t count = mixtures.size() / mixed;
    const std::size_t pieces = std::min(count, std::size_t(4 * thread_count()));
    parallel_ranges(pieces, 1, [&](std::size_t begin, std::size_t end) {
        Mixer mixer(source);
        const std::size_t to = end * count / pieces;
        for (std::size_t i = begin * count / pieces; i < to; i += lanes) {
            progress.throw_if_cancelled();
            mixer.mix(first + i, std::min(lanes, to - i), &mixtures[i * mixed]);
        }
    });
}

/// Gives their labels to the pixels whose colours are from `first` on and have mixtures.
template <class Label>
void choose(const DitherSource& source, std::size_t first, const std::vector<Label>& mixtures,
            std::vector<Label>& labels, const Progress& progress) {
    const auto width = std::size_t(source.image.width);
    parallel_ranges(std::size_t(source.image.height), 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
            progress.throw_if_cancelled();
            for (std::size_t x = 0; x < width; ++x) {
                const auto [r, g, b, a] = source.image.pixels[y * width + x];
                if (a == 0) continue;
                const std::size_t color = source.colors.index()[{r, g, b}] - first;
                if (color < mixtures.size() / mixed)
                    labels[y * width + x] = mixtures[color * mixed + thresholds[y % side * side + x % side]];
            }
        }
    });
}

}

LabelPlane dither_ordered(const DitherSource& source, const Progress& progress) {
    LabelPlane plane(source.image.width, source.image.height, source.palette.size());
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        const std::size_t at_once = mixtures_bytes / (mixed * sizeof(Label));
        for (std::size_t first = 0; first < source.colors.size(); first += at_once) {
            std::vector<Label> mixtures(std::min(at_once, source.colors.size() - first) * mixed);
            mix_colors(source, first, mixtures, progress);
            choose(source, first, mixtures, labels, progress);
        }
    });
    return plane;
}

}
