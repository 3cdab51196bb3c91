#pragma once

#include "reduction/engine.h"

namespace huedrift {

/// docs/definition.md line by line, by brute force. Every other engine is compared with it.
class ReferenceEngine : public Engine, public Follower {
public:
    std::string name() const override { return "reference"; }
    std::string device() const override { return "one colour at a time"; }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;
    Ends follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                const Route& route, Progress& progress) override;
    std::vector<Height> heights(const ColorSet& colors, std::span<const Position> positions,
                                const Options& options, Progress& progress) override;
};

}
