#pragma once

#include "reduction/engine.h"

namespace huedrift {

/// docs/definition.md line by line, by brute force: what every other engine is compared with.
class ReferenceEngine : public Engine {
public:
    std::string name() const override { return "reference"; }
    std::string device() const override { return "one colour at a time"; }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;
    Modes follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                 Progress& progress) override;
};

}
