#pragma once

#include "base/progress.h"
#include "pipeline/document.h"
#include "reduction/reduction.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace huedrift {

/// The result of a recipe for the colours of a picture. Immutable.
struct Reduced {
    std::shared_ptr<const Picture> picture;
    Recipe recipe; ///< with the radius found if a number of colours was requested
    Reduction reduction;
    double seconds = 0;
    std::string engine{}, device{};   ///< which computed it
    std::size_t joined_from = 0;      ///< colours of the palette before the steps on it; 0: there were none
    std::vector<std::string> notes{}; ///< what of the recipe could not be met, as sentences
};

/// Says that there were fewer colours than the recipe asks for; empty where there were enough.
std::string shortage(const Reduced& reduced);

/// Reduces a picture at a radius.
using ReduceAt = std::function<std::shared_ptr<const Reduced>(double radius, Progress& progress)>;

}
