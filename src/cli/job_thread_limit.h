#pragma once

#include "base/location.h"
#include "base/parallel.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace huedrift {

/// The number of inputs to work on at the same time: `asked`, else as many as threads and memory allow.
std::size_t jobs_at_once(std::optional<int> asked, std::span<const Location> inputs);

/// Limits the threads of parallel loops while several jobs run, each on its own thread, to as many as before
/// in total.
class JobThreadLimit {
public:
    explicit JobThreadLimit(std::size_t jobs);

private:
    std::unique_ptr<ThreadLimit> limit_;
};

}
