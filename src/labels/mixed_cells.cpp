#include "labels/mixed_cells.h"

#include "base/parallel.h"

#include <algorithm>
#include <atomic>

namespace huedrift {
namespace {

/// Counts the labels of cells, one cell after another.
class LabelCounts {
public:
    explicit LabelCounts(std::size_t colors) : counts_(colors + 1) {}

    void add(std::size_t label, std::uint32_t pixels) {
        std::uint32_t& count = counts_[label];
        if (count == 0) seen_.push_back(label);
        count += pixels;
        sum_ += pixels;
        most_ = std::max(most_, count);
    }
    /// Returns the number of pixels without the most frequent label, and starts the next cell.
    std::uint64_t take_others() {
        for (const std::size_t label : seen_) counts_[label] = 0;
        const std::uint64_t others = sum_ - most_;
        seen_.clear();
        sum_ = most_ = 0;
        return others;
    }

private:
    std::vector<std::uint32_t> counts_; ///< of each label, then of transparency
    std::vector<std::size_t> seen_;
    std::uint32_t sum_ = 0, most_ = 0;
};

/// A cell with a single inner pixel is never mixed.
InnerPixels compared_pixels(int begin, int end) {
    return end - begin < 4 ? InnerPixels{begin, end} : inner_pixels(begin, end);
}

}

InnerPixels inner_pixels(int begin, int end) {
    const int quarter = (end - begin + 1) / 4;
    return {begin + quarter, end - quarter};
}

std::uint64_t mixed_pixels(const LabelPlane& plane, std::span<const int> columns, std::span<const int> rows,
                           std::size_t frames) {
    if (columns.size() < 2 || rows.size() < 2) return 0;
    const auto width = std::size_t(plane.width()), frame_height = std::size_t(plane.height()) / frames,
               cell_rows = rows.size() - 1;
    std::atomic<std::uint64_t> mixed{0};
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        parallel_ranges(frames * cell_rows, 4, [&](std::size_t begin, std::size_t end) {
            LabelCounts counts(plane.colors());
            std::uint64_t here = 0;
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t top = i / cell_rows * frame_height;
                const InnerPixels down = compared_pixels(rows[i % cell_rows], rows[i % cell_rows + 1]);
                const auto upper = top + std::size_t(down.begin), lower = top + std::size_t(down.end);
                for (std::size_t column = 0; column + 1 < columns.size(); ++column) {
                    const InnerPixels across = compared_pixels(columns[column], columns[column + 1]);
                    const auto left = std::size_t(across.begin), right = std::size_t(across.end);
                    for (std::size_t y = upper; y < lower; ++y)
                        each_run(&labels[y * width], left, right,
                                 [&](Label label, std::size_t x, std::size_t end) {
                                     counts.add(label == no_label<Label> ? plane.colors() : label,
                                                std::uint32_t(end - x));
                                 });
                    here += counts.take_others();
                }
            }
            mixed += here;
        });
    });
    return mixed;
}

}
