#include "cpu/ball_sum.h"

#include "color/position.h"

#include <algorithm>
#include <cmath>
#include <deque>

// Everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/ball_sum.cpp"
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "cpu/ball_sum-inl.h"

#if HWY_ONCE
namespace huedrift {

HWY_EXPORT(evaluate_palette);
HWY_EXPORT(evaluate_frequency);
HWY_EXPORT(measure_heights);
HWY_EXPORT(target_name);

void BallSum::evaluate(std::span<const Position> states, std::span<const std::uint64_t> keys,
                       std::span<Position> next, BallSumLists& lists, const Progress& progress) const {
    const BallSumJob job{*this, states, keys, next, lists, progress};
    if (weighting_ == Weighting::palette) {
        HWY_DYNAMIC_DISPATCH(evaluate_palette)(job);
    } else {
        HWY_DYNAMIC_DISPATCH(evaluate_frequency)(job);
    }
}

void BallSum::heights(std::span<const Position> states, std::span<Height> heights, BallSumLists& lists,
                      const Progress& progress) const {
    HWY_DYNAMIC_DISPATCH(measure_heights)(BallSumJob{*this, states, {}, {}, lists, progress}, heights);
}

std::string simd_name() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}
#endif
