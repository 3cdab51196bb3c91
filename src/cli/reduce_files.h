#pragma once

#include "cli/reduce_plan.h"

namespace huedrift {

/// Whether a job's result exists, is newer than its input and, as far as that shows without decoding, is
/// complete.
bool is_done(const ReduceJob& job);

/// Before long work: throws Error(output) for files whose names show that they cannot be written, and tells
/// how to replace existing ones.
void check_targets(const WriteRequest& request);

/// Throws Error(usage) for parts that an animation cannot be taken apart into.
void check_frames(const ReduceRequest& request, const Document& document);

/// Throws Error(output) for more colours than a GIF file holds, and names the options that leave fewer.
void check_gif(std::span<const Swatch> swatches, const ImageView& image);

}
