#pragma once

#include "image/image.h"

namespace huedrift {

/// The sample picture: dusk over a lake with balloons, as if cut from paper, on a card with a soft shadow.
/// 1280 x 800 pixels, about 50,000 distinct colours, transparent outside the card; the same pixels on every
/// machine.
Image draw_dusk();

}
