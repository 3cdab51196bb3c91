#pragma once

#include "base/progress.h"
#include "color/oklab.h"
#include "image/image.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

namespace huedrift {

/// Marks a transparent pixel.
template <class Label>
inline constexpr Label no_label = std::numeric_limits<Label>::max();

/// Calls `visit(label, begin, end)` for the longest stretches of equal labels between two columns of a row,
/// from left to right.
template <class Label, class Visit>
void each_run(const Label* row, std::size_t begin, std::size_t end, Visit&& visit) {
    assert(begin <= end);
    while (begin < end) {
        const std::size_t first = begin;
        const Label label = row[first];
        while (begin < end && row[begin] == label) ++begin;
        visit(label, first, begin);
    }
}

/// A picture as indices into a palette, row by row from the top left, each of 8, 16 or 32 bits: the fewest
/// that suffice for the palette.
class LabelPlane {
public:
    /// Pixels. Up to here, counts along borders fit in 32 bits.
    static constexpr std::size_t max_size = std::size_t{1} << 30;

    /// A plane for a palette of that size, in which no pixel has a label. Throws Error(failed) for more
    /// than max_size pixels.
    LabelPlane(int width, int height, std::size_t palette_size);

    int width() const { return width_; }
    int height() const { return height_; }
    std::size_t size() const { return std::size_t(width_) * std::size_t(height_); }
    std::size_t palette_size() const { return palette_size_; }

    /// Calls `visitor` with the labels, a std::vector of an unsigned type.
    template <class Visitor>
    decltype(auto) visit(Visitor&& visitor) {
        return std::visit(visitor, labels_);
    }
    template <class Visitor>
    decltype(auto) visit(Visitor&& visitor) const {
        return std::visit(visitor, labels_);
    }

    /// Calls `visitor` with the labels of this plane and those of another for as many colours.
    template <class Visitor>
    void visit_with(LabelPlane& other, Visitor&& visitor) const {
        std::visit([&]<class Labels>(const Labels& own) { visitor(own, std::get<Labels>(other.labels_)); },
                   labels_);
    }

    friend bool operator==(const LabelPlane&, const LabelPlane&) = default;

private:
    int width_, height_;
    std::size_t palette_size_;
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> labels_;
};

/// Copies rows of a plane from `top` on into a plane of the same palette.
LabelPlane rows_of(const LabelPlane& plane, int top, int height);
/// Copies them back.
void put_rows(LabelPlane& plane, int top, const LabelPlane& rows);

/// The number of pixels of each label.
std::vector<std::uint64_t> count_labels(const LabelPlane& plane);

/// The pixels of each label, found in one look at the plane.
class LabelRuns {
public:
    /// Throws Error(cancelled).
    explicit LabelRuns(const LabelPlane& plane, const Progress& progress = {});

    /// In the order of the picture.
    std::span<const PixelRun> operator[](std::uint32_t label) const {
        return std::span(runs_).subspan(begins_[label], begins_[label + 1] - begins_[label]);
    }

private:
    std::vector<PixelRun> runs_;
    std::vector<std::size_t> begins_; ///< of each label; the last is the end
};

}
