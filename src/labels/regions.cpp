#include "labels/regions.h"

#include "base/parallel.h"

#include <algorithm>
#include <atomic>

namespace huedrift {
namespace {

/// Rows per task of connecting.
constexpr int band_rows = 64;

}

Regions::Regions(const LabelPlane& plane) : width_(plane.width()), rows_(std::size_t(plane.height()) + 1) {
    find_runs(plane);
    connect();
}

void Regions::find_runs(const LabelPlane& plane) {
    const auto width = std::size_t(width_);
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        const auto rows = std::size_t(height());
        parallel_ranges(rows, band_rows, [&](std::size_t begin, std::size_t end) {
            for (std::size_t y = begin; y < end; ++y) {
                std::uint32_t count = 0;
                each_run(&labels[y * width], 0, width, [&](Label, std::size_t, std::size_t) { ++count; });
                rows_[y + 1] = count;
            }
        });
        for (std::size_t y = 0; y < rows; ++y) rows_[y + 1] += rows_[y];
        left_ = std::make_unique_for_overwrite<std::uint32_t[]>(runs() + 1);
        label_ = std::make_unique_for_overwrite<std::uint32_t[]>(runs());
        left_[runs()] = 0;
        parallel_ranges(rows, band_rows, [&](std::size_t begin, std::size_t end) {
            for (std::size_t y = begin; y < end; ++y) {
                std::uint32_t run = rows_[y];
                each_run(&labels[y * width], 0, width, [&](Label label, std::size_t x, std::size_t) {
                    left_[run] = static_cast<std::uint32_t>(x);
                    label_[run++] = label == no_label<Label> ? none : label;
                });
            }
        });
    });
}

/// The first run of the part connected so far. Shortens the path on the way.
std::uint32_t Regions::first_run(std::uint32_t run) {
    while (region_[run] != run) run = region_[run] = region_[region_[run]];
    return run;
}

void Regions::connect() {
    region_ = std::make_unique_for_overwrite<std::uint32_t[]>(runs());
    const auto connect_row = [&](int y) {
        each_contact(y, [&](std::uint32_t above, std::uint32_t run) {
            if (label_[above] != label_[run]) return;
            const std::uint32_t first = first_run(above), second = first_run(run);
            region_[std::max(first, second)] = std::min(first, second);
        });
    };
    const int bands = (height() + band_rows - 1) / band_rows;
    parallel_ranges(std::size_t(bands), 1, [&](std::size_t begin, std::size_t end) {
        for (int band = int(begin); band < int(end); ++band) {
            const int first = band * band_rows, last = std::min(first + band_rows, height());
            for (std::uint32_t run = runs(first); run < runs(last); ++run) region_[run] = run;
            for (int y = first + 1; y < last; ++y) connect_row(y);
        }
    });
    for (int band = 1; band < bands; ++band) connect_row(band * band_rows);
    parallel_ranges(runs(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        for (std::size_t run = begin; run < end; ++run) {
            // Other threads may shorten the same path at the same time.
            const auto up = [&](std::uint32_t of) {
                return std::atomic_ref(region_[of]).load(std::memory_order_relaxed);
            };
            std::uint32_t first = up(static_cast<std::uint32_t>(run));
            while (up(first) != first) first = up(first);
            std::atomic_ref(region_[run]).store(first, std::memory_order_relaxed);
        }
    });
}

std::vector<LabelArea> measure_areas(const LabelPlane& plane, const Progress& progress) {
    std::vector<LabelArea> areas(plane.colors());
    const Regions regions(plane);
    for (int y = 0; y < regions.height(); ++y) {
        progress.throw_if_cancelled();
        for (std::uint32_t run = regions.runs(y); run < regions.runs(y + 1); ++run) {
            if (regions.label(run) == Regions::none) continue;
            LabelArea& area = areas[regions.label(run)];
            const int left = int(regions.left(run)), right = int(regions.right(run));
            if (area.pixels == 0) area.left = left, area.top = y;
            area.left = std::min(area.left, left);
            area.right = std::max(area.right, right);
            area.bottom = y + 1;
            area.pixels += std::uint64_t(right - left);
            area.regions += regions.region(run) == run;
        }
    }
    return areas;
}

std::vector<LabelArea> measure_areas(const LabelPlane& plane, std::size_t frames, const Progress& progress) {
    if (frames == 1) return measure_areas(plane, progress);
    std::vector<LabelArea> sum(plane.colors());
    const int height = plane.height() / static_cast<int>(frames);
    for (int top = 0; top < plane.height(); top += height) {
        const std::vector<LabelArea> areas = measure_areas(rows_of(plane, top, height), progress);
        for (std::size_t i = 0; i < areas.size(); ++i) {
            const LabelArea& area = areas[i];
            if (area.pixels == 0) continue;
            const bool first = sum[i].pixels == 0;
            sum[i] = {.pixels = sum[i].pixels + area.pixels,
                      .regions = sum[i].regions + area.regions,
                      .left = first ? area.left : std::min(sum[i].left, area.left),
                      .top = first ? area.top : std::min(sum[i].top, area.top),
                      .right = std::max(sum[i].right, area.right),
                      .bottom = std::max(sum[i].bottom, area.bottom)};
        }
    }
    return sum;
}

Image cut_out(const LabelPlane& plane, std::uint32_t label, const LabelArea& area, const ImageView& picture) {
    Image layer(area.right - area.left, area.bottom - area.top);
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        auto to = layer.pixels().begin();
        for (int y = area.top; y < area.bottom; ++y) {
            const std::size_t row = std::size_t(y) * std::size_t(plane.width());
            for (std::size_t at = row + std::size_t(area.left); at < row + std::size_t(area.right);
                 ++at, ++to)
                if (labels[at] == static_cast<Label>(label)) *to = picture.pixels[at];
        }
    });
    return layer;
}

}
