#include "labels/label_plane.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/threads.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace huedrift {

LabelPlane::LabelPlane(int width, int height, std::size_t palette_size)
    : width_(width), height_(height), palette_size_(palette_size) {
    assert(width >= 0 && height >= 0);
    if (size() > max_size) throw Error(ErrorKind::failed, "the picture is too large for this step");
    if (palette_size <= no_label<std::uint8_t>)
        labels_ = std::vector(size(), no_label<std::uint8_t>);
    else if (palette_size <= no_label<std::uint16_t>)
        labels_ = std::vector(size(), no_label<std::uint16_t>);
    else
        labels_ = std::vector(size(), no_label<std::uint32_t>);
}

LabelPlane rows_of(const LabelPlane& plane, int top, int height) {
    assert(top >= 0 && height >= 0 && top + height <= plane.height());
    LabelPlane rows(plane.width(), height, plane.palette_size());
    const auto first = std::ptrdiff_t(top) * plane.width();
    plane.visit_with(rows, [&](const auto& labels, auto& target) {
        std::copy_n(labels.begin() + first, target.size(), target.begin());
    });
    return rows;
}

void put_rows(LabelPlane& plane, int top, const LabelPlane& rows) {
    assert(rows.width() == plane.width() && rows.palette_size() == plane.palette_size());
    assert(top >= 0 && top + rows.height() <= plane.height());
    const auto first = std::ptrdiff_t(top) * plane.width();
    rows.visit_with(
        plane, [&](const auto& source, auto& labels) { std::ranges::copy(source, labels.begin() + first); });
}

std::vector<std::uint64_t> count_labels(const LabelPlane& plane) {
    std::vector<std::uint64_t> counts(plane.palette_size());
    // Each piece has counts of its own, which must be fewer than its pixels.
    const std::size_t grain = std::max(std::size_t{1} << 18, 16 * plane.palette_size());
    Mutex mutex;
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        parallel_ranges(labels.size(), grain, [&](std::size_t first, std::size_t last) {
            std::vector<std::uint64_t> here(counts.size());
            each_run(labels.data(), first, last, [&](Label label, std::size_t begin, std::size_t end) {
                assert(label == no_label<Label> || label < here.size());
                if (label != no_label<Label>) here[label] += end - begin;
            });
            const Lock lock(mutex);
            for (std::size_t i = 0; i < here.size(); ++i) counts[i] += here[i];
        });
    });
    return counts;
}

LabelRuns::LabelRuns(const LabelPlane& plane, const Progress& progress) : begins_(plane.palette_size() + 1) {
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        const auto each = [&](auto&& found) {
            constexpr std::size_t at_once = std::size_t{1} << 20;
            for (std::size_t begin = 0; begin < labels.size(); begin += at_once) {
                progress.throw_if_cancelled();
                each_run(labels.data(), begin, std::min(begin + at_once, labels.size()),
                         [&](Label label, std::size_t first, std::size_t end) {
                             if (label == no_label<Label>) return;
                             found(label, PixelRun{std::uint32_t(first), std::uint32_t(end)});
                         });
            }
        };
        each([&](Label label, const PixelRun&) { ++begins_[label]; });
        std::exclusive_scan(begins_.begin(), begins_.end(), begins_.begin(), std::size_t{0});
        runs_.resize(begins_.back());
        std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
        each([&](Label label, const PixelRun& run) { runs_[next[label]++] = run; });
    });
}

}
