#include "cli/batch.h"

#include "base/error.h"
#include "cli/interrupt.h"

namespace huedrift {
namespace {

constexpr int cancelled = static_cast<int>(ErrorKind::cancelled);

}

bool Batch::goes_on() {
    if (exit_code_ == cancelled) return false;
    if (!interrupted()) return true;
    complain("interrupted before the next input");
    exit_code_ = cancelled;
    return false;
}

std::optional<Failure> Batch::run(const std::string& subject, const std::function<void()>& work) {
    std::optional<Failure> failure = run_guarded(subject, work);
    note(failure);
    return failure;
}

void Batch::note(const std::optional<Failure>& failure) {
    if (failure && (exit_code_ == 0 || failure->exit_code == cancelled)) exit_code_ = failure->exit_code;
}

}
