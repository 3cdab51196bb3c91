#pragma once

#include "base/function_ref.h"
#include "base/progress.h"
#include "library/huedrift.h"

#include <string>

namespace huedrift {

/// Calls `body` and returns how it ended, which `error` tells too unless it is null. No exception leaves.
huedrift_code answer(huedrift_error* error, FunctionRef<> body) noexcept;

/// Throws Error(usage) for a null argument, which the sentence calls `name`.
void require(const void* argument, const char* name);

[[noreturn]] void refuse_usage(const std::string& sentence);

}

struct huedrift_job {
    huedrift::Progress progress;
};

namespace huedrift {

/// The progress of one call, which begins at 0: that of its job, or its own if the job is null.
class CallProgress {
public:
    /// Throws Error(cancelled) if the job is cancelled already.
    explicit CallProgress(huedrift_job* job) : whole_(job ? job->progress : own_) {
        whole_.restart();
        whole_.throw_if_cancelled();
    }

    Progress& whole() { return whole_; }

private:
    Progress own_;
    Progress& whole_;
};

}
