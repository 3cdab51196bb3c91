#pragma once

#include "base/parallel.h"
#include "cli/reduce_plan.h"

#include <memory>

namespace huedrift {

/// How many pictures of the request are worked on at the same time: as many as it asks for, else as many as
/// there are threads and memory for.
std::size_t jobs_at_once(const ReduceRequest& request, std::size_t pictures);

/// The threads of parallel loops while so many jobs run, each with one thread of its own: all in all as many
/// as there were.
class JobThreads {
public:
    explicit JobThreads(std::size_t jobs);

private:
    std::unique_ptr<ThreadLimit> limit_;
};

}
