#include "cpu/ball_sum.h"

#include "color/bounding_box.h"

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

struct BallSum::Scratch::Lists : BallSumLists {};

BallSum::Scratch::Scratch() : lists_(std::make_unique<Lists>()) {}
BallSum::Scratch::~Scratch() = default;
BallSum::Scratch::Scratch(Scratch&&) noexcept = default;

HWY_EXPORT(evaluate_palette);
HWY_EXPORT(evaluate_frequency);
HWY_EXPORT(target_name);

void BallSum::evaluate(std::span<const Position> states, std::span<const std::uint64_t> keys,
                       std::span<Position> next, std::span<std::uint64_t> weights, std::span<double> heights,
                       Scratch& scratch, const Progress& progress) const {
    const BallSumJob job{*this, states, keys, next, weights, heights, *scratch.lists_, progress};
    if (weighting_ == Weighting::palette) {
        HWY_DYNAMIC_DISPATCH(evaluate_palette)(job);
    } else {
        HWY_DYNAMIC_DISPATCH(evaluate_frequency)(job);
    }
}

std::string simd_name() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}
#endif
