#pragma once

#include "base/progress.h"
#include "library/huedrift.h"

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
