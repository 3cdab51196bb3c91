#pragma once

#include "base/progress.h"
#include "image/image.h"

namespace huedrift {

/// Uses one thread: a parallel loop on a thread of low priority would start threads of low priority.
enum class Threads { all, this_one };

/// The picture with its longer side reduced to `max_side`. Each pixel is the mean of the light of the
/// area that it covers, weighted by alpha, so that dithering keeps its tone. A picture that is no larger
/// stays as it is.
Image thumbnail(const ImageView& image, int max_side, Threads threads = Threads::all);

/// A picture in which one pixel stands for a square of pixels, those at the right and lower edge perhaps in
/// part.
struct ShrunkImage {
    Image image;
    int halvings = 0; ///< the squares have 2^halvings pixels a side
};

/// Halves the sides until at most `max_pixels` are left. Of each square it takes the pixel nearest to the
/// mean of the visible ones, so that all its colours are the picture's; it is transparent where most of the
/// square is. Throws Error(cancelled).
ShrunkImage shrunk(const ImageView& image, std::size_t max_pixels, const Progress& progress = {});

}
