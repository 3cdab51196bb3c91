#pragma once

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <thread>
#include <vector>

namespace huedrift {

/// The rows of a strip, and so the pixels that are processed together.
inline constexpr std::size_t lanes_of_strip = 16;
/// A number for each of these pixels.
using LaneNumbers = std::array<std::int32_t, lanes_of_strip>;
/// Errors of pixels in some coordinates.
template <std::size_t axes>
using LaneErrors = std::array<LaneNumbers, axes>;

/// Pixels that are processed together. Each is a row below and two columns to the left of the one before.
struct LanePixels {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    std::array<std::size_t, lanes_of_strip> numbers; ///< in the picture, or `none`
    std::size_t column, row;                         ///< of the first in its frame
};

/// Error diffusion of Floyd and Steinberg 1976, every row from left to right. A pixel needs the errors of
/// those before it in its row, and of the row above as far as the next column. So a thread processes a strip
/// of rows, each two pixels behind the one above, and follows the thread of the strip above in the same way.
/// The result does not depend on the number of threads.
template <std::size_t axes>
class Wavefront {
public:
    using Errors = LaneErrors<axes>;

    /// `frame_height`: rows after which all errors are dropped.
    Wavefront(std::size_t width, std::size_t height, std::size_t frame_height)
        : width_(width), frame_height_(frame_height),
          strips_a_frame_((frame_height + lanes_of_strip - 1) / lanes_of_strip),
          strips_(height / frame_height * strips_a_frame_), borders_(useful_threads() + 1) {
        for (Border& border : borders_) border.errors.resize(width);
    }

    std::size_t threads() const { return borders_.size() - 1; }

    /// Each thread uses one of the `steps`: functions from pixels and the errors that they receive to those
    /// that they pass on, which are 0 where there is no pixel. Throws Error(cancelled).
    template <class Step>
    void run(std::span<Step> steps, const Progress& progress) {
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
    /// The errors that a strip receives from the one above. Borders are a ring: at most threads() strips,
    /// which follow each other, are being processed.
    struct alignas(64) Border {
        std::vector<std::array<std::int32_t, axes>> errors;
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
            if (looks > patience) std::this_thread::yield();
        }
        return true;
    }

    template <class Step>
    void process(std::size_t strip, Step& step) {
        const std::size_t in_frame = strip % strips_a_frame_ * lanes_of_strip,
                          top = strip / strips_a_frame_ * frame_height_ + in_frame,
                          rows = std::min(lanes_of_strip, frame_height_ - in_frame), behind = 2 * (rows - 1);
        Border &above = borders_[strip % borders_.size()], &below = borders_[(strip + 1) % borders_.size()];
        Errors ahead{}, below_behind{}, below_here{}, complete{}; // passed on by the pixels so far
        for (std::size_t turn = 0; turn <= width_ + behind; ++turn) {
            if (turn % block == 0 && strip != 0 &&
                !wait_for(above, strip * width_ + std::min(turn + block, width_)))
                return;
            LanePixels pixels{.numbers = {}, .column = turn, .row = in_frame};
            for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
                const std::size_t x = turn - 2 * lane; // wraps around before the first pixel
                pixels.numbers[lane] =
                    lane < rows && x < width_ ? (top + lane) * width_ + x : LanePixels::none;
            }
            Errors received;
            for (std::size_t i = 0; i < axes; ++i) {
                received[i][0] = ahead[i][0] + (in_frame != 0 && turn < width_ ? above.errors[turn][i] : 0);
                for (std::size_t lane = 1; lane < lanes_of_strip; ++lane)
                    received[i][lane] = ahead[i][lane] + complete[i][lane - 1];
            }
            const Errors errors = step(pixels, received);
            for (std::size_t i = 0; i < axes; ++i)
                for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
                    const std::int32_t error = errors[i][lane], seven = 7 * error >> 4,
                                       three = 3 * error >> 4, five = 5 * error >> 4;
                    complete[i][lane] = below_behind[i][lane] + three;
                    below_behind[i][lane] = below_here[i][lane] + five;
                    below_here[i][lane] = error - seven - three - five;
                    ahead[i][lane] = seven;
                }
            if (turn <= behind) continue;
            for (std::size_t i = 0; i < axes; ++i) below.errors[turn - behind - 1][i] = complete[i][rows - 1];
            if ((turn - behind) % block == 0 || turn == width_ + behind)
                below.complete.store((strip + 1) * width_ + turn - behind, std::memory_order_release);
        }
    }

    std::size_t width_, frame_height_, strips_a_frame_, strips_;
    std::vector<Border> borders_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> has_failed_ = false;
};

}
