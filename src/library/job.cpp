#include "library/job.h"

#include "library/answer.h"

using huedrift::Progress;

huedrift_job* huedrift_job_new(huedrift_report report, void* context) {
    huedrift_job* made = nullptr;
    huedrift::answer(nullptr, [&] {
        made = report ? new huedrift_job{Progress([=](double share) { report(context, share); })}
                      : new huedrift_job{};
    });
    return made;
}

void huedrift_job_free(huedrift_job* job) { delete job; }

double huedrift_job_share(const huedrift_job* job) { return job ? job->progress.share() : 0; }

void huedrift_job_cancel(huedrift_job* job) {
    if (job) job->progress.cancel();
}
