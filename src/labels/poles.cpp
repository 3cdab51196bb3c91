#include "labels/poles.h"

#include "base/parallel.h"
#include "labels/regions.h"

namespace huedrift {
namespace {

/// Columns per task: their pixels of a row share a cache line.
constexpr std::size_t band_columns = 16;

/// The exact squared distances of Meijster, Roerdink and Hesselink (2000): rows first, then columns as lower
/// envelopes of parabolas. A column consists of stretches of one region; the distance is 0 at their ends, and
/// no pixel beyond them is nearer.
class Column {
public:
    explicit Column(std::size_t height) : near_(height + 2), vertex_(height + 2), from_(height + 2) {}

    /// `at` has the distances within the row, `stride` apart, and receives the squared distances.
    void run(std::uint32_t* at, std::size_t stride, std::size_t length) {
        near_[0] = near_[length + 1] = 0;
        for (std::size_t i = 0; i < length; ++i) near_[i + 1] = std::int64_t{at[i * stride]} * at[i * stride];
        find_envelope(std::int64_t(length) + 2);
        for (std::int64_t i = std::int64_t(length) + 1; i > 0; --i) {
            if (i <= std::int64_t(length))
                at[std::size_t(i - 1) * stride] = static_cast<std::uint32_t>(parabola(i, vertex_[last_]));
            if (i == from_[last_]) --last_;
        }
    }

private:
    std::int64_t parabola(std::int64_t at, std::int64_t vertex) const {
        return (at - vertex) * (at - vertex) + near_[std::size_t(vertex)];
    }

    void find_envelope(std::int64_t size) {
        last_ = 0;
        vertex_[0] = from_[0] = 0;
        for (std::int64_t u = 1; u < size; ++u) {
            while (parabola(from_[last_], vertex_[last_]) > parabola(from_[last_], u) && last_ > 0) --last_;
            const std::int64_t i = vertex_[last_];
            const std::int64_t meet = u * u - i * i + near_[std::size_t(u)] - near_[std::size_t(i)];
            const std::int64_t begin = 1 + meet / (2 * (u - i)); // near_[0] is 0, so it is not negative
            if (begin >= size) continue;
            ++last_;
            vertex_[last_] = u;
            from_[last_] = begin;
        }
    }

    std::vector<std::int64_t> near_, vertex_, from_;
    std::size_t last_ = 0;
};

std::vector<std::uint32_t> row_distances(const Regions& regions) {
    const auto width = std::size_t(regions.width());
    std::vector<std::uint32_t> distances(width * std::size_t(regions.height()));
    parallel_ranges(std::size_t(regions.height()), 16, [&](std::size_t begin, std::size_t end) {
        for (int y = int(begin); y < int(end); ++y)
            for (std::uint32_t run = regions.runs(y); run < regions.runs(y + 1); ++run) {
                const std::uint32_t left = regions.left(run), right = regions.right(run);
                for (std::uint32_t x = left; x < right; ++x)
                    distances[std::size_t(y) * width + x] = std::min(x - left + 1, right - x);
            }
    });
    return distances;
}

template <class Label>
void go_down_columns(const std::vector<Label>& labels, std::size_t width, std::size_t height,
                     std::vector<std::uint32_t>& distances, const Progress& progress) {
    const std::size_t bands = (width + band_columns - 1) / band_columns;
    parallel_ranges(bands, 1, [&](std::size_t begin, std::size_t end) {
        Column column(height);
        for (std::size_t x = begin * band_columns; x < std::min(end * band_columns, width); ++x) {
            progress.throw_if_cancelled();
            for (std::size_t y = 0, next = 0; y < height; y = next) {
                while (next < height && labels[next * width + x] == labels[y * width + x]) ++next;
                column.run(&distances[y * width + x], width, next - y);
            }
        }
    });
}

}

std::vector<Pole> poles(const LabelPlane& plane, std::uint32_t min_squared_distance,
                        const Progress& progress) {
    const Regions regions(plane);
    const auto width = std::size_t(plane.width());
    std::vector<std::uint32_t> distances = row_distances(regions);
    plane.visit([&](const auto& labels) {
        go_down_columns(labels, width, std::size_t(plane.height()), distances, progress);
    });
    std::vector<Pole> deepest(regions.runs()); // the pole of a region, at its first run
    for (int y = 0; y < regions.height(); ++y)
        for (std::uint32_t run = regions.runs(y); run < regions.runs(y + 1); ++run) {
            if (regions.label(run) == Regions::none) continue;
            Pole& pole = deepest[regions.region(run)];
            for (std::uint32_t x = regions.left(run); x < regions.right(run); ++x) {
                const std::uint32_t distance = distances[std::size_t(y) * width + x];
                if (distance > pole.squared_distance) pole = {regions.label(run), int(x), y, distance};
            }
        }
    std::erase_if(deepest, [&](const Pole& pole) {
        return pole.squared_distance == 0 || pole.squared_distance < min_squared_distance;
    });
    return deepest;
}

}
