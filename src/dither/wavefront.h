#pragma once

#include "base/parallel.h"
#include "base/threads.h"
#include "dither/diffusion_weights.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace huedrift {

/// The rows of a strip, and so the pixels that are processed together.
inline constexpr std::size_t lanes_of_strip = 16;
/// A number for each of these pixels.
using LaneNumbers = std::array<std::int32_t, lanes_of_strip>;
/// Errors of pixels in some coordinates.
template <std::size_t axes>
using LaneErrors = std::array<LaneNumbers, axes>;

/// Pixels that are processed together. Each is a row below the one before, and `lag` columns to its left.
struct LanePixels {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    std::array<std::size_t, lanes_of_strip> numbers; ///< in the picture, or `none`
    std::size_t column, row;                         ///< of the first in its frame
    std::size_t lag;
};

/// The errors that the rows of a strip have passed on, on their way from the pixels so far.
template <std::size_t axes, Diffusion diffusion>
class PassedErrors {
public:
    using Errors = LaneErrors<axes>;
    static constexpr DiffusionWeights weights = weights_of(diffusion);
    static constexpr std::size_t reach = std::size_t(weights.reach()),
                                 rows = std::size_t(weights.rows_below());

    /// For a pixel of the first and of the second row below.
    using OfColumn = std::array<std::array<std::int32_t, axes>, rows>;

    /// What the pixels of the next turn receive; the first one from the strip above.
    Errors received(const OfColumn& above) const {
        Errors received;
        for (std::size_t i = 0; i < axes; ++i) {
            received[i][0] = ahead_[0][i][0] + above[0][i];
            for (std::size_t lane = 1; lane < lanes_of_strip; ++lane)
                received[i][lane] = ahead_[0][i][lane] + complete_[0][i][lane - 1];
        }
        return received;
    }

    /// Passes their errors on.
    void pass(const Errors& errors, const OfColumn& above) {
        for (std::size_t i = 0; i < axes; ++i) {
            LaneNumbers skipping; // errors for the pixels below, from the rows above
            skipping[0] = above.back()[i];
            for (std::size_t lane = 1; lane < lanes_of_strip; ++lane)
                skipping[lane] = complete_.back()[i][lane - 1];
            for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
                const std::int32_t error = errors[i][lane];
                std::int32_t rest = error;
                pass_ahead(i, lane, error, rest);
                pass_below<1>(i, lane, error, rest);
                if constexpr (rows == 2) {
                    below_[0][reach - 1][i][lane] += skipping[lane];
                    pass_below<2>(i, lane, error, rest);
                }
            }
        }
    }

    /// What the pixels below that of a row that is `reach` columns to the left of its last pixel receive.
    OfColumn complete(std::size_t lane) const {
        OfColumn complete;
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t i = 0; i < axes; ++i) complete[row][i] = complete_[row][i][lane];
        return complete;
    }

private:
    /// The part for a pixel, in reading order, so that the last one receives the rest.
    template <int column, int row>
    static std::int32_t part(std::int32_t error, std::int32_t& rest) {
        constexpr int weight = weights.at(column, row);
        if constexpr (weight == 0) return 0;
        if constexpr (weights.keeps_all() && weights.is_last(column, row)) return rest;
        const std::int32_t part = floor_divided<weights.divisor>(weight * error);
        rest -= part;
        return part;
    }

    void pass_ahead(std::size_t axis, std::size_t lane, std::int32_t error, std::int32_t& rest) {
        const std::int32_t next = part<1, 0>(error, rest);
        if constexpr (weights.ahead() == 2) {
            ahead_[0][axis][lane] = ahead_[1][axis][lane] + next;
            ahead_[1][axis][lane] = part<2, 0>(error, rest);
        } else {
            ahead_[0][axis][lane] = next;
        }
    }

    template <int row>
    void pass_below(std::size_t axis, std::size_t lane, std::int32_t error, std::int32_t& rest) {
        auto& below = below_[row - 1];
        if constexpr (reach == 1) {
            complete_[row - 1][axis][lane] = below[0][axis][lane] + part<-1, row>(error, rest);
            below[0][axis][lane] = below[1][axis][lane] + part<0, row>(error, rest);
            below[1][axis][lane] = part<1, row>(error, rest);
        } else {
            complete_[row - 1][axis][lane] = below[0][axis][lane] + part<-2, row>(error, rest);
            below[0][axis][lane] = below[1][axis][lane] + part<-1, row>(error, rest);
            below[1][axis][lane] = below[2][axis][lane] + part<0, row>(error, rest);
            below[2][axis][lane] = below[3][axis][lane] + part<1, row>(error, rest);
            below[3][axis][lane] = part<2, row>(error, rest);
        }
    }

    std::array<Errors, std::size_t(weights.ahead())> ahead_{}; ///< of the next pixels of each row
    /// Of the pixels in the rows below, from the one `reach` - 1 columns to the left of the last pixel on.
    std::array<std::array<Errors, 2 * reach>, rows> below_{};
    std::array<Errors, rows> complete_{};
};

/// Error diffusion, every row from left to right. A pixel needs the errors of those before it in its row, and
/// of the rows above as far as these reach to the side. So a thread processes a strip of rows, each as far
/// behind the one above, and follows the thread of the strip above in the same way. The result does not
/// depend on the number of threads.
template <std::size_t axes, Diffusion diffusion>
class Wavefront {
public:
    using Errors = LaneErrors<axes>;

    /// `frame_height`: rows after which all errors are dropped.
    Wavefront(std::size_t width, std::size_t height, std::size_t frame_height)
        : width_(width), frame_height_(frame_height),
          strips_a_frame_((frame_height + lanes_of_strip - 1) / lanes_of_strip),
          strips_(height / frame_height * strips_a_frame_), borders_(useful_threads() + 1) {
        assert(width > 0 && height % frame_height == 0);
        for (Border& border : borders_) border.errors.resize(width);
    }

    std::size_t threads() const { return borders_.size() - 1; }

    /// From pixels and the errors that they receive to those that they pass on, which are 0 where there is no
    /// pixel.
    using Step = std::function<Errors(const LanePixels&, const Errors&)>;

    /// Each thread uses one of the `steps`. Throws Error(cancelled).
    void run(std::span<const Step> steps, const Progress& progress) {
        assert(steps.size() >= threads() && next_ == 0 && "runs once");
        parallel_ranges(threads(), 1, [&](std::size_t thread, std::size_t) {
            try {
                for (std::size_t strip; (strip = next_.fetch_add(1, std::memory_order_relaxed)) < strips_;) {
                    progress.throw_if_cancelled();
                    process(strip, steps[thread]);
                }
            } catch (...) {
                has_failed_ = true; // or others would wait for this strip
                throw;
            }
        });
    }

private:
    using Passed = PassedErrors<axes, diffusion>;
    using OfColumn = typename Passed::OfColumn;
    static constexpr std::size_t reach = Passed::reach, lag = reach + 1;

    /// The errors that the first rows of a strip receive from the one above. Borders are a ring: at most
    /// threads() strips, which follow each other, are being processed.
    struct alignas(64) Border {
        std::vector<OfColumn> errors;
        std::atomic<std::size_t> complete = 0; ///< how many of these, plus the width for each strip before
    };
    static constexpr std::size_t block = 64; ///< pixels between two looks at the strip above

    /// On more threads, those of narrow pictures would wait for each other most of the time.
    std::size_t useful_threads() const {
        return std::min(
            {strips_, std::size_t(thread_count()), std::max(width_ / (4 * block), std::size_t{1})});
    }

    /// False if another thread has failed.
    bool wait_for(const Border& border, std::size_t complete) const {
        constexpr int patience = 64; // looks before a thread lets others run
        for (int looks = 0; border.complete.load(std::memory_order_acquire) < complete; ++looks) {
            if (has_failed_) return false;
            if (looks > patience) let_others_run();
        }
        return true;
    }

    void process(std::size_t strip, const Step& step) {
        const std::size_t in_frame = strip % strips_a_frame_ * lanes_of_strip,
                          top = strip / strips_a_frame_ * frame_height_ + in_frame,
                          rows = std::min(lanes_of_strip, frame_height_ - in_frame),
                          behind = lag * (rows - 1) + reach; // of the last complete error for the strip below
        assert(strip < strips_ && rows > 0);
        Border &above = borders_[strip % borders_.size()], &below = borders_[(strip + 1) % borders_.size()];
        Passed passed;
        for (std::size_t turn = 0; turn < width_ + behind; ++turn) {
            if (turn % block == 0 && strip != 0 &&
                !wait_for(above, strip * width_ + std::min(turn + block, width_)))
                return;
            LanePixels pixels{.numbers = {}, .column = turn, .row = in_frame, .lag = lag};
            for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
                const std::size_t x = turn - lag * lane; // wraps around before the first pixel
                pixels.numbers[lane] =
                    lane < rows && x < width_ ? (top + lane) * width_ + x : LanePixels::none;
            }
            const OfColumn from_above = in_frame != 0 && turn < width_ ? above.errors[turn] : OfColumn{};
            passed.pass(step(pixels, passed.received(from_above)), from_above);
            if (turn < behind) continue;
            assert(turn - behind < width_);
            below.errors[turn - behind] = passed.complete(rows - 1);
            const std::size_t complete = turn - behind + 1;
            if (complete % block == 0 || complete == width_)
                below.complete.store((strip + 1) * width_ + complete, std::memory_order_release);
        }
    }

    std::size_t width_, frame_height_, strips_a_frame_, strips_;
    std::vector<Border> borders_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> has_failed_ = false;
};

}
