#pragma once

#include "reduction/picture_difference.h"

#include <nlohmann/json_fwd.hpp>

namespace huedrift {

/// The figures as docs/json.md has them under compare.
nlohmann::ordered_json json_of(const PictureDifference& difference);

}
