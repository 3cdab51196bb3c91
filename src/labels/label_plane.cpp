#include "labels/label_plane.h"

#include "base/error.h"
#include "base/parallel.h"
#include "image/encode.h"

#include <algorithm>

namespace huedrift {

LabelPlane::LabelPlane(int width, int height, std::size_t colors)
    : width_(width), height_(height), colors_(colors) {
    if (size() > max_size) throw Error(ErrorKind::failed, "the picture is too large for this step");
    if (colors <= no_label<std::uint8_t>)
        labels_ = std::vector(size(), no_label<std::uint8_t>);
    else if (colors <= no_label<std::uint16_t>)
        labels_ = std::vector(size(), no_label<std::uint16_t>);
    else
        labels_ = std::vector(size(), no_label<std::uint32_t>);
}

LabelPlane rows_of(const LabelPlane& plane, int top, int height) {
    LabelPlane rows(plane.width(), height, plane.colors());
    const auto first = std::ptrdiff_t(top) * plane.width();
    plane.visit_with(rows, [&](const auto& labels, auto& target) {
        std::copy_n(labels.begin() + first, target.size(), target.begin());
    });
    return rows;
}

void put_rows(LabelPlane& plane, int top, const LabelPlane& rows) {
    const auto first = std::ptrdiff_t(top) * plane.width();
    rows.visit_with(
        plane, [&](const auto& source, auto& labels) { std::ranges::copy(source, labels.begin() + first); });
}

std::vector<std::uint64_t> count_labels(const LabelPlane& plane) {
    std::vector<std::uint64_t> counts(plane.colors());
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        each_run(labels.data(), 0, labels.size(), [&](Label label, std::size_t begin, std::size_t end) {
            if (label != no_label<Label>) counts[label] += end - begin;
        });
    });
    return counts;
}

std::vector<std::byte> encode_mask(const LabelPlane& plane, std::uint32_t label, const Progress& progress,
                                   const std::optional<Resolution>& resolution) {
    std::vector<std::byte> white(plane.size());
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        each_index(labels.size(), progress,
                   [&](std::size_t i) { white[i] = std::byte{labels[i] == static_cast<Label>(label)}; });
    });
    return encode_bitmap_png(plane.width(), plane.height(), white, resolution);
}

}
