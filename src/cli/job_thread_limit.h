#pragma once

#include "base/location.h"
#include "base/parallel.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace huedrift {

/// How many of several inputs are worked on at the same time: as many as asked for, else as many as there are
/// threads and memory for.
std::size_t jobs_at_once(std::optional<int> asked, std::span<const Location> inputs);

/// The threads of parallel loops while so many jobs run, each with one thread of its own: all in all as many
/// as there were.
class JobThreadLimit {
public:
    explicit JobThreadLimit(std::size_t jobs);

private:
    std::unique_ptr<ThreadLimit> limit_;
};

}
