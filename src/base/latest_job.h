#pragma once

#include "base/job_runner.h"

#include <memory>
#include <optional>
#include <utility>

namespace huedrift {

/// Answers the latest of several requests in the background. What an earlier one would be answered is
/// dropped. Its members are called from one thread.
template <typename Request, typename Answer>
class LatestJob {
public:
    /// Called on a job's thread. Throws Error where there is no answer.
    using Find = std::function<Answer(const Request&, Progress&)>;

    LatestJob(JobThreads& threads, Find find) : find_(std::move(find)), runner_(threads) {}

    /// Does nothing if the same was asked last.
    void ask(const Request& request) {
        if (!asked_ || *asked_ != request) ask_again(request);
    }
    /// Asks even if the same was asked last, since the answer may be another now.
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
    /// Drops the request.
    void forget() {
        runner_.cancel();
        ++number_;
        asked_.reset();
        answer_.reset();
        failure_.reset();
    }
    /// Blocks until nothing is being answered.
    void finish() { runner_.finish(); }
    /// Takes in what is ready; whether there was anything.
    bool deliver() { return runner_.deliver(); }

    /// What was asked last.
    const Request& asked() const { return *asked_; }
    /// Whether the answer is still being found.
    bool busy() const { return asked_ && !answer_ && !failure_; }
    /// None until it is known, and where there is none.
    const std::optional<Answer>& answer() const { return answer_; }
    /// Why there is no answer; none where it is known or being found.
    const std::optional<Error>& failure() const { return failure_; }

private:
    Find find_;
    std::optional<Request> asked_;
    std::optional<Answer> answer_;
    std::optional<Error> failure_;
    std::uint64_t number_ = 0; ///< of the request
    JobRunner runner_;         ///< last: its jobs use the others
};

}
