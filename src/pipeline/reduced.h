#pragma once

#include "base/progress.h"
#include "pipeline/document.h"
#include "reduction/reduction.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace huedrift {

/// What a recipe makes of the colours of a picture. Never changes.
struct Reduced {
    std::shared_ptr<const Picture> picture;
    Recipe recipe; ///< with the radius that was found where a number of colours was asked for
    Reduction reduction;
    double seconds = 0;
    std::string engine{}, device{};   ///< that computed it
    std::vector<std::string> notes{}; ///< what could not be as the recipe asks, as sentences
};

/// Reduces a picture at a radius.
using ReduceAt = std::function<std::shared_ptr<const Reduced>(double radius, Progress& progress)>;

}
