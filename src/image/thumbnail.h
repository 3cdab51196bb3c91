#pragma once

#include "image/image.h"

namespace huedrift {

/// Of a parallel loop, threads that a thread of low priority begins would be of low priority, too.
enum class Threads { all, this_one };

/// The picture with its longer side brought down to `max_side`, each pixel the mean of those that it stands
/// for, weighted by their alpha; as it is where it is no larger.
Image thumbnail(const ImageView& image, int max_side, Threads threads = Threads::all);

}
