#pragma once

#include "image/image.h"

namespace huedrift {

/// Uses one thread: a parallel loop on a thread of low priority would start threads of low priority.
enum class Threads { all, this_one };

/// The picture with its longer side reduced to `max_side`. Each pixel is the mean of the light of the
/// area that it covers, weighted by alpha, so that dithering keeps its tone. A picture that is no larger
/// stays as it is.
Image thumbnail(const ImageView& image, int max_side, Threads threads = Threads::all);

}
