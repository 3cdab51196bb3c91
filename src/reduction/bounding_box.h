#pragma once

#include "color/position.h"

#include <span>

namespace huedrift {

/// The smallest box along the axes that holds some positions, both corners within. Of no positions both
/// corners are 0.
struct BoundingBox {
    Position low, high;
};
BoundingBox bounding_box(std::span<const Position> positions);

}
