#include "reduction/bounding_box.h"

#include <algorithm>

namespace huedrift {

BoundingBox bounding_box(std::span<const Position> positions) {
    if (positions.empty()) return {};
    BoundingBox box{positions[0], positions[0]};
    for (const Position& p : positions) {
        box.low = {std::min(box.low.l, p.l), std::min(box.low.a, p.a), std::min(box.low.b, p.b)};
        box.high = {std::max(box.high.l, p.l), std::max(box.high.a, p.a), std::max(box.high.b, p.b)};
    }
    return box;
}

}
