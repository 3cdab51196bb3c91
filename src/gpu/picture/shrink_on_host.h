#pragma once

#include "base/function_ref.h"
#include "base/progress.h"
#include "gpu/picture/shrink.h"
#include "image/image.h"

namespace huedrift::gpu {

/// Paints a picture and fills its pyramid as Shrink does, to within 0.05 of an 8-bit code, on the host: where
/// the device is a CPU, the memory of both is one, and the queue stays free for the window.
/// `paint(first, last)` paints rows of `picture`, each once, on several threads. Throws Error(cancelled).
void paint_and_shrink(std::span<const Rgba8> picture, const Pyramid& pyramid,
                      FunctionRef<std::size_t, std::size_t> paint, const Progress& progress);

}
