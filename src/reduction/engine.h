#pragma once

#include "base/progress.h"
#include "reduction/color_set.h"
#include "reduction/options.h"
#include "reduction/reduction.h"

#include <string>

namespace huedrift {

/// Computes the mean shift of docs/definition.md. Every engine gives the same modes and the same mode_of.
class Engine {
public:
    virtual ~Engine() = default;

    /// "reference", "cpu" or "vulkan".
    virtual std::string name() const = 0;
    /// What it runs on, to be shown: "2 threads, AVX2", "NVIDIA H200".
    virtual std::string device() const = 0;

    /// Keeps what it builds once per image for the last ColorSet seen, by its id(). Throws Error(usage) for
    /// options out of range, Error(cancelled) when `progress` is cancelled, Error(device) when a device
    /// fails. One call at a time per engine.
    virtual Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) = 0;
};

}
