#pragma once

#include "base/progress.h"
#include "reduction/color_set.h"
#include "reduction/options.h"
#include "reduction/reduction.h"

#include <string>

namespace huedrift {

/// Computes the mean shift of docs/definition.md. Every engine gives the same entries and the same entry_of.
class Engine {
public:
    virtual ~Engine() = default;

    /// "reference", "cpu" or "vulkan".
    virtual std::string name() const = 0;
    /// The hardware it runs on, for display: "2 threads, AVX2", "NVIDIA H200".
    virtual std::string device() const = 0;

    /// Computes the modes. Caches its data of the last ColorSet by id(). Throws Error(usage) for options out
    /// of range, Error(cancelled) when `progress` is cancelled and Error(device) when a device fails. Make
    /// one call at a time per engine.
    virtual Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) = 0;
};

}
