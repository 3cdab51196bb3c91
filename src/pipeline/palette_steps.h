#pragma once

#include "pipeline/reduced.h"

namespace huedrift {

// What may be done to a palette once it is found, each a section of docs/definition.md. The recipe of the
// result says that it was.

/// "Exactly N": the two nearest colours join until `count` are left. Notes where there are fewer.
Reduced join_colors(const Reduced& found, std::uint32_t count);

}
