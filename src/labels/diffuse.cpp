#include "base/parallel.h"
#include "labels/dither.h"
#include "palette/nearest_in_cell.h"

namespace huedrift {
namespace {

/// Rows per band: another thread finds the positions of the next band during dithering.
constexpr std::size_t rows_ahead = 32;

Position operator+(const Position& p, const Position& q) { return {p.l + q.l, p.a + q.a, p.b + q.b}; }
Position operator-(const Position& p, const Position& q) { return {p.l - q.l, p.a - q.a, p.b - q.b}; }

/// The shares of a pixel's error for its neighbours, in the direction of its row.
struct Parts {
    Position ahead, below_behind, below, below_ahead;
};

Parts parts_of(const Position& error) {
    const auto part = [&](int sixteenths) {
        return Position{error.l * sixteenths >> 4, error.a * sixteenths >> 4, error.b * sixteenths >> 4};
    };
    const Position seven = part(7), three = part(3), five = part(5);
    return {seven, three, five, error - seven - three - five};
}

class Diffusion {
public:
    Diffusion(const DitherSource& source, const Progress& progress)
        : source_(source), nearest_(source.palette, progress), bound_(error_bound(source.palette)),
          width_(std::size_t(source.image.width)), here_(width_ + 2), below_(width_ + 2),
          positions_(width_ * rows_ahead), next_positions_(positions_.size()) {}

    template <class Label>
    void run(std::vector<Label>& labels, const Progress& progress) {
        const auto height = std::size_t(source_.image.height);
        const std::size_t frame = source_.frame_height > 0 ? std::size_t(source_.frame_height) : height;
        look_up(0, height);
        for (std::size_t first = 0; first < height; first += rows_ahead) {
            std::swap(positions_, next_positions_);
            parallel_both([&] { diffuse_band(first, frame, labels, progress); },
                          [&] { look_up(first + rows_ahead, height); });
        }
    }

private:
    template <class Label>
    void diffuse_band(std::size_t first, std::size_t frame, std::vector<Label>& labels,
                      const Progress& progress) {
        const auto height = std::size_t(source_.image.height);
        for (std::size_t y = first; y < std::min(first + rows_ahead, height); ++y) {
            progress.throw_if_cancelled();
            const Row<Label> row{&source_.image.pixels[y * width_], &positions_[y % rows_ahead * width_],
                                 &labels[y * width_]};
            if (y % frame == 0) std::ranges::fill(here_, Position{});
            if (y % frame % 2 == 0)
                for (std::size_t x = 0; x < width_; ++x) step<+1>(row, x);
            else
                for (std::size_t x = width_; x-- > 0;) step<-1>(row, x);
            std::swap(here_, below_);
            std::ranges::fill(below_, Position{});
        }
    }

    template <class Label>
    struct Row {
        const Rgba8* pixels;
        const Position* positions;
        Label* labels;
    };

    /// Finds the positions of the next band, if there is one.
    void look_up(std::size_t from, std::size_t height) {
        for (std::size_t i = from * width_; i < std::min(from + rows_ahead, height) * width_; ++i) {
            const auto [r, g, b, a] = source_.image.pixels[i];
            if (a != 0)
                next_positions_[i - from * width_] =
                    source_.colors.positions()[source_.colors.index()[{r, g, b}]];
        }
    }

    template <std::ptrdiff_t ahead, class Label>
    void step(const Row<Label>& row, std::size_t x) {
        if (row.pixels[x].a == 0) return;
        const std::size_t at = x + 1; // an unused error on each side
        const Position carried = held_within(bound_, here_[at].l, here_[at].a, here_[at].b);
        const Position wanted = row.positions[x] + carried;
        const std::uint32_t entry = nearest_(wanted);
        row.labels[x] = static_cast<Label>(entry);
        const Position missing = wanted - source_.palette[entry];
        const auto scaled = [&](std::int64_t value) {
            return static_cast<std::int32_t>(value * source_.strength >> 16);
        };
        const Parts parts = parts_of({scaled(missing.l), scaled(missing.a), scaled(missing.b)});
        const auto add = [&](Position& to, const Position& part) { to = to + part; };
        add(here_[at + std::size_t(ahead)], parts.ahead);
        add(below_[at - std::size_t(ahead)], parts.below_behind);
        add(below_[at], parts.below);
        add(below_[at + std::size_t(ahead)], parts.below_ahead);
    }

    const DitherSource& source_;
    NearestInCell nearest_;
    Position bound_;
    std::size_t width_;
    std::vector<Position> here_, below_;               ///< errors passed to this row and the next
    std::vector<Position> positions_, next_positions_; ///< of the pixels of a band and the one after it
};

}

LabelPlane diffuse(const DitherSource& source, const Progress& progress) {
    LabelPlane plane(source.image.width, source.image.height, source.palette.size());
    if (source.palette.empty()) return plane;
    plane.visit([&](auto& labels) { Diffusion(source, progress).run(labels, progress); });
    return plane;
}

}
