#include "base/parallel.h"
#include "labels/dither.h"
#include "labels/mix_colors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace huedrift {
namespace {

constexpr std::size_t side = 8, mixed = mixture_size;
static_assert(mixed == side * side);

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

/// Labels from dark to light; those of equal lightness ascend.
std::vector<std::uint32_t> by_lightness(std::span<const Position> palette) {
    std::vector<std::uint32_t> labels(palette.size());
    std::iota(labels.begin(), labels.end(), 0u);
    std::ranges::stable_sort(labels, {}, [&](std::uint32_t label) { return palette[label].l; });
    return labels;
}

class Mixer {
public:
    explicit Mixer(const MixedPalette& palette)
        : chooser_(palette), labels_(by_lightness(palette.entries)), ranks_(labels_.size()),
          times_(labels_.size()), group_bits_(group_bits(labels_.size())),
          chosen_(MixtureChooser::max_colors * mixed) {
        for (std::uint32_t rank = 0; rank < labels_.size(); ++rank) ranks_[labels_[rank]] = rank;
    }

    /// The labels of at most a block of colours, dark ones first, for the thresholds to choose from.
    template <class Label>
    void mix(std::span<const Position> colors, Label* to) {
        chooser_.choose(colors, chosen_);
        for (std::size_t i = 0; i < colors.size(); ++i) write(i, colors.size(), to + i * mixed);
    }

private:
    template <class Label>
    void write(std::size_t color, std::size_t colors, Label* to) {
        std::uint64_t groups = 0; // those taken from
        for (std::size_t i = 0; i < mixed; ++i) {
            const std::uint32_t rank = ranks_[chosen_[i * colors + color]];
            ++times_[rank];
            groups |= std::uint64_t{1} << (rank >> group_bits_);
        }
        for (; groups != 0; groups &= groups - 1) {
            const std::size_t first = std::size_t(std::countr_zero(groups)) << group_bits_;
            const std::size_t end = std::min(first + (std::size_t{1} << group_bits_), times_.size());
            for (std::size_t rank = first; rank < end; ++rank)
                to = std::fill_n(to, std::exchange(times_[rank], 0), static_cast<Label>(labels_[rank]));
        }
    }

    /// So many ranks make a group that there are at most 64.
    static int group_bits(std::size_t ranks) { return std::max(0, int(std::bit_width(ranks - 1)) - 6); }

    MixtureChooser chooser_;
    std::vector<std::uint32_t> labels_, ranks_; ///< the labels by lightness, and the rank of each
    std::vector<std::uint8_t> times_;           ///< by rank, of one mixture; zero between two
    int group_bits_;                            ///< ranks are grouped by all but so many low bits
    std::vector<std::uint32_t> chosen_;         ///< labels of a block
};

/// The mixture of each colour.
template <class Label>
void mix_colors(std::span<const Position> colors, const MixedPalette& palette, std::vector<Label>& mixtures,
                const Progress& progress) {
    // Each thread's mixer learns for itself, so there is one for each; neighbouring blocks are scattered over
    // them, as some regions of colours take longer than others.
    constexpr std::size_t block = MixtureChooser::max_colors;
    const std::size_t blocks = (colors.size() + block - 1) / block;
    const std::size_t mixers = std::min(blocks, std::size_t(thread_count()));
    parallel_ranges(mixers, 1, [&](std::size_t begin, std::size_t end) {
        Mixer mixer(palette);
        for (std::size_t number = 0; number < blocks; ++number) {
            if (number % mixers < begin || number % mixers >= end) continue;
            progress.throw_if_cancelled();
            const std::size_t first = number * block;
            mixer.mix(colors.subspan(first, std::min(block, colors.size() - first)),
                      &mixtures[first * mixed]);
        }
    });
}

/// Gives their labels to the pixels whose colours are those from `first` on that have mixtures.
template <class Label>
void choose(const DitherSource& source, std::size_t first, const std::vector<Label>& mixtures,
            std::vector<Label>& labels, const Progress& progress) {
    const auto width = std::size_t(source.image.width);
    const auto frame = std::size_t(source.frame_height > 0 ? source.frame_height : source.image.height);
    const auto of_code = source.colors.colors().subspan(first, mixtures.size() / mixed);
    const std::uint32_t low = of_code.front().code(), high = of_code.back().code();
    parallel_ranges(std::size_t(source.image.height), 16, [&](std::size_t begin, std::size_t end) {
        std::vector<const Label*> wanted(width);
        for (std::size_t y = begin; y < end; ++y) {
            progress.throw_if_cancelled();
            const std::uint8_t* const row = &thresholds[y % frame % side * side];
            // Mixtures lie all over the memory: many are on their way from there at once.
            for (std::size_t x = 0; x < width; ++x) {
                const auto [r, g, b, a] = source.image.pixels[y * width + x];
                const Rgb color{r, g, b};
                wanted[x] = nullptr;
                if (a == 0 || color.code() < low || color.code() > high) continue;
                const std::size_t mixture = (source.colors.index()[color] - first) * mixed;
                wanted[x] = &mixtures[mixture + row[x % side]];
                __builtin_prefetch(wanted[x]);
            }
            for (std::size_t x = 0; x < width; ++x)
                if (wanted[x] != nullptr) labels[y * width + x] = *wanted[x];
        }
    });
}

}

LabelPlane dither_ordered(const DitherSource& source, const Progress& progress, ColorMixer* mixer) {
    LabelPlane plane(source.image.width, source.image.height, source.palette.size());
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        const std::size_t at_once = mixtures_bytes / (mixed * sizeof(Label));
        for (std::size_t first = 0; first < source.colors.size(); first += at_once) {
            std::vector<Label> mixtures(std::min(at_once, source.colors.size() - first) * mixed);
            const auto colors = source.colors.positions().subspan(first, mixtures.size() / mixed);
            const MixedPalette palette{source.palette, error_bound(source.palette), source.strength};
            if (mixer == nullptr || !mixer->mix(colors, palette, sizeof(Label),
                                                std::as_writable_bytes(std::span(mixtures)), progress))
                mix_colors(colors, palette, mixtures, progress);
            choose(source, first, mixtures, labels, progress);
        }
    });
    return plane;
}

}
