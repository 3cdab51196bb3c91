#pragma once

#include "base/job_runner.h"

#include <memory>
#include <optional>
#include <utility>

namespace huedrift {

/// Answers the latest of several requests in the background and drops the answers to earlier ones. Call its
/// members from one thread.
template <typename Request, typename Answer>
class LatestJob {
public:
    /// Computes the answer on a job's thread. Throws Error when there is none.
    using Find = std::function<Answer(const Request&, Progress&)>;

    LatestJob(JobThreads& threads, Find find) : find_(std::move(find)), runner_(threads) {}

    /// Does nothing if the same request was asked last.
    void ask(const Request& request) {
        if (!asked_ || *asked_ != request) ask_again(request);
    }
    /// Asks even if the same request was asked last, since its answer may have changed.
    void ask_again(const Request& request) {
        answer_.reset();
        failure_.reset();
        asked_.emplace(request);
        const std::uint64_t number = ++number_;
        runner_.post(
            [this, request, number](JobRunner::Run& run) {
                const auto found = std::make_shared<std::optional<Answer>>(find_(request, run.progress()));
                run.deliver([this, found, number] {
                    if (number == number_) answer_ = std::move(*found);
                });
            },
            [this, number](const Error& error) {
                if (number == number_) failure_.emplace(error.kind(), error.what());
            });
    }
    /// Drops the request and its answer.
    void forget() {
        runner_.cancel();
        ++number_;
        asked_.reset();
        answer_.reset();
        failure_.reset();
    }
    /// Blocks until no answer is being computed.
    void finish() { runner_.finish(); }
    /// Takes over a finished answer or failure. Returns whether there was one.
    bool deliver() { return runner_.deliver(); }

    /// The last request. Only after ask().
    const Request& asked() const { return *asked_; }
    /// Whether the answer is still being computed.
    bool busy() const { return asked_ && !answer_ && !failure_; }
    /// The answer; none before it is known and after a failure.
    const std::optional<Answer>& answer() const { return answer_; }
    /// Why there is no answer; none if there is one or it is being computed.
    const std::optional<Error>& failure() const { return failure_; }

private:
    Find find_;
    std::optional<Request> asked_;
    std::optional<Answer> answer_;
    std::optional<Error> failure_;
    std::uint64_t number_ = 0; ///< of the last request
    JobRunner runner_;         ///< last: its jobs use the other members
};

}
