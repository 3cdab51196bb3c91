#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "library/huedrift.h"

#include <cstddef>

namespace huedrift {

/// Bytes from each of `rows` to the next: `stride`, or `row_bytes` if that is 0. Throws Error(usage) for rows
/// that overlap or that no memory could hold.
std::ptrdiff_t checked_stride(std::ptrdiff_t stride, std::size_t row_bytes, int rows);

/// Copies the caller's pixels. Throws Error(usage) for an invalid image, Error(failed) for too many pixels.
Image image_of(const huedrift_image& image);

/// Writes pixels in a format to the caller's rows. Throws Error(usage) as the functions above and for an
/// unknown format, and Error(cancelled).
void write_pixels(const ImageView& image, const huedrift_format& format, void* rows, std::ptrdiff_t stride,
                  const Progress& progress);

}
