#pragma once

#include "reduction/picture_difference.h"

#include <nlohmann/json_fwd.hpp>

namespace huedrift {

/// The figures in the layout of compare in docs/json.md.
nlohmann::ordered_json json_of(const PictureDifference& difference);

}
