#pragma once

#include "reduction/engine.h"

namespace huedrift {

/// docs/definition.md line by line, by brute force: what every other engine is compared with.
class ReferenceEngine : public Engine {
public:
    std::string name() const override { return "reference"; }
    std::string device() const override { return "one colour at a time"; }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;
};

/// F(q): the mean of the points within `squared_radius` of q, each coordinate rounded half up; q where there
/// are none.
Position step(const ColorSet& colors, Weighting weighting, std::int64_t squared_radius, const Position& q);

}
