#include "cli/job_thread_limit.h"

#include <algorithm>
#include <unistd.h>

namespace huedrift {
namespace {

/// A picture at the usual limit of 64 megapixels, its result, and the states visited.
constexpr std::size_t bytes_per_job = std::size_t{2} << 30;

std::size_t memory() {
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
}

}

std::size_t jobs_at_once(std::optional<int> asked, std::span<const Location> inputs) {
    // A wait for another program's output cannot be cancelled. With one job, a signal ends the program at
    // once.
    if (std::ranges::any_of(inputs, &Location::is_standard_stream)) return 1;
    const std::size_t most = std::min(std::size_t(thread_count()), memory() / bytes_per_job);
    return std::clamp<std::size_t>(std::min(asked ? std::size_t(*asked) : most, inputs.size()), 1, 1024);
}

JobThreadLimit::JobThreadLimit(std::size_t jobs) {
    const int threads = thread_count();
    if (jobs > 1) limit_ = std::make_unique<ThreadLimit>(std::max(1, threads - int(jobs) + 1));
}

}
