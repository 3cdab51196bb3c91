#pragma once

#include "cli/reduce_plan.h"

namespace huedrift {

/// Whether the result of a job is there, newer than its input and, as far as that shows without decoding it,
/// whole.
bool is_done(const ReduceJob& job);

/// Before long work: throws Error(output) for files that cannot be written, as far as their names are known,
/// and says how those that are there are replaced.
void check_targets(const WriteRequest& request);

/// Throws Error(usage) for what an animation cannot be taken apart into.
void check_frames(const ReduceRequest& request, const Document& document);

/// Throws Error(output) for more colours than a GIF file holds, with the options that leave fewer.
void check_gif(std::span<const Swatch> swatches, const ImageView& image);

}
