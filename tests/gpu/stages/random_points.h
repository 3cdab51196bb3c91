#pragma once

#include "reduction/color_set.h"

namespace huedrift::gpu {

/// `count` points, with weights of 1 to 50, anywhere in a box of these sides (units, at most 2^24) around
/// (sides.l / 2, 0, 0). Some may coincide. The same for the same arguments.
ColorSet random_points(std::uint32_t count, const Position& sides = {1 << 20, 1 << 20, 1 << 20});

}
