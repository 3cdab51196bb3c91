#pragma once

#include "color/palette_file.h"
#include "reduction/reduction.h"

#include <vector>

namespace huedrift {

/// The colours of the output picture, each once with the pixels and source colours of all modes that share
/// it: most pixels first, then by code.
std::vector<Swatch> palette(const Reduction& reduction);

}
