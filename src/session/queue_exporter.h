#pragma once

#include "base/job_runner.h"
#include "engines/engine_list.h"
#include "session/queue_export.h"

namespace huedrift {

/// Exports queues in the background, on its own engine. Its members are called from one thread and return at
/// once.
class QueueExporter {
public:
    QueueExporter(JobThreads& threads, std::shared_ptr<const std::vector<EngineEntry>> engines);

    /// Does nothing while another export runs.
    void start(const QueueExport& request, const EngineChoice& choice);
    void cancel() { runner_.cancel(); }
    /// Waits for the end of the running export.
    void finish() { runner_.finish(); }
    /// Takes in finished work; returns whether there was any.
    bool deliver();

    /// The progress of the last export; null before the first.
    const std::shared_ptr<const QueueProgress>& progress() const { return progress_; }
    double share() const { return runner_.share(); }

private:
    void work(const QueueExport& request, const EngineChoice& choice, JobRunner::Run& run);

    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    QueueProgress now_; ///< of which a copy is published once for everything that has been delivered
    std::shared_ptr<const QueueProgress> progress_;
    JobRunner runner_; ///< last: its jobs use the others
};

}
