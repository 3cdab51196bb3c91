#include "reduction/color_set.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <numeric>
#include <sys/mman.h>

namespace huedrift {
namespace {

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

std::uint32_t code_of(Rgba8 pixel) { return Rgb{pixel.r, pixel.g, pixel.b}.code(); }

/// Up to this number of pixels, sorting takes less time than zeroing and reading a FrequencyTable.
constexpr std::size_t max_sorted = std::size_t{1} << 16;

/// The codes of visible pixels, ascending.
std::vector<std::uint32_t> sorted_codes(std::span<const Rgba8> pixels) {
    std::vector<std::uint32_t> codes;
    codes.reserve(pixels.size());
    for (const Rgba8 pixel : pixels)
        if (pixel.a != 0) codes.push_back(code_of(pixel));
    std::ranges::sort(codes);
    return codes;
}

/// The counts of all 2^24 colours among visible pixels. One shared table: a run of equal pixels is one
/// addition, so threads seldom meet on a flat background. Its 64 MiB come as zeroed huge pages if the system
/// has them: touching them page by page took most of the analysis of a small picture.
class FrequencyTable {
public:
    explicit FrequencyTable(std::span<const Rgba8> pixels) {
        void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        madvise(memory, bytes, MADV_HUGEPAGE);
        counts_.reset(static_cast<std::uint32_t*>(memory));
        parallel_ranges(pixels.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
            while (begin < end) {
                const Rgba8 pixel = pixels[begin];
                std::uint32_t run = 0;
                // Only alpha 0 matters; colours are counted without alpha.
                while (begin < end && same_color(pixels[begin], pixel)) ++begin, ++run;
                if (pixel.a != 0)
                    std::atomic_ref(counts_[code_of(pixel)]).fetch_add(run, std::memory_order_relaxed);
            }
        });
    }
    std::uint32_t operator[](std::size_t code) const { return counts_[code]; }

private:
    static constexpr std::size_t bytes = rgb_codes * sizeof(std::uint32_t);
    struct Unmap {
        void operator()(std::uint32_t* memory) const { munmap(memory, bytes); }
    };
    static bool same_color(Rgba8 p, Rgba8 q) { return code_of(p) == code_of(q) && (p.a == 0) == (q.a == 0); }

    std::unique_ptr<std::uint32_t[], Unmap> counts_;
};

}

ColorSet::ColorSet(const ImageView& image, Transfer transfer) : transfer_(transfer), id_(next_id()) {
    image.pixels.size() <= max_sorted ? sort_pixels(image.pixels) : tabulate_pixels(image.pixels);
    compute_positions();
}

void ColorSet::sort_pixels(std::span<const Rgba8> pixels) {
    for (const std::uint32_t code : sorted_codes(pixels)) {
        const Rgb color = Rgb::from_code(code);
        if (colors_.empty() || colors_.back() != color) {
            colors_.push_back(color);
            counts_.push_back(0);
        }
        ++counts_.back();
    }
    index_colors();
}

void ColorSet::tabulate_pixels(std::span<const Rgba8> pixels) {
    const FrequencyTable frequency(pixels);
    parallel_ranges(ColorIndex::words, 1 << 10, [&](std::size_t begin, std::size_t end) {
        for (std::size_t word = begin; word < end; ++word) {
            std::uint64_t bits = 0;
            for (std::size_t i = 0; i < 64; ++i) bits |= std::uint64_t{frequency[64 * word + i] != 0} << i;
            index_.set_word(word, bits);
        }
    });
    const std::uint32_t size = index_.count();
    colors_.resize(size);
    counts_.resize(size);
    parallel_ranges(ColorIndex::words, 1 << 10, [&](std::size_t begin, std::size_t end) {
        for (std::size_t word = begin; word < end; ++word) {
            std::uint32_t i = index_.before(word);
            for (std::uint64_t bits = index_.word(word); bits != 0; bits &= bits - 1, ++i) {
                const std::size_t code = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
                colors_[i] = Rgb::from_code(static_cast<std::uint32_t>(code));
                counts_[i] = frequency[code];
            }
        }
    });
}

ColorSet::ColorSet(std::vector<Rgb> colors, std::vector<std::uint32_t> counts, Transfer transfer)
    : transfer_(transfer), colors_(std::move(colors)), counts_(std::move(counts)), id_(next_id()) {
    const bool ascending =
        std::adjacent_find(colors_.begin(), colors_.end(), std::greater_equal<>()) == colors_.end();
    if (!ascending || counts_.size() != colors_.size() || std::count(counts_.begin(), counts_.end(), 0u) != 0)
        throw Error(ErrorKind::failed, "colours must be distinct, ascending and each with a count");
    index_colors();
    compute_positions();
}

void ColorSet::index_colors() {
    for (const Rgb color : colors_) {
        const std::size_t word = color.code() >> 6;
        index_.set_word(word, index_.word(word) | std::uint64_t{1} << (color.code() & 63));
    }
    index_.count();
}

ColorSet ColorSet::from_points(std::vector<Position> positions, std::vector<std::uint32_t> counts,
                               Transfer transfer) {
    ColorSet set;
    set.transfer_ = transfer;
    set.id_ = next_id();
    set.colors_.resize(positions.size());
    set.positions_ = std::move(positions);
    set.counts_ = std::move(counts);
    set.count_pixels();
    return set;
}

void ColorSet::compute_positions() {
    const PositionTable position(transfer_);
    positions_.resize(size());
    parallel_ranges(size(), 1 << 12, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) positions_[i] = position(colors_[i]);
    });
    count_pixels();
}

void ColorSet::count_pixels() {
    pixels_ = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
    if (pixels_ > max_pixels)
        throw Error(ErrorKind::failed, "more than 2^37 pixels cannot be summed exactly");
}

}
