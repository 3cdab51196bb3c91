#include "session/queue_exporter.h"

namespace huedrift {

QueueExporter::QueueExporter(JobThreads& threads, std::shared_ptr<const std::vector<EngineEntry>> engines)
    : engines_(std::move(engines)), runner_(threads) {}

bool QueueExporter::deliver() {
    if (!runner_.deliver()) return false;
    progress_ = std::make_shared<const QueueProgress>(now_);
    return true;
}

void QueueExporter::start(const QueueExport& request, const EngineChoice& choice) {
    if (progress_ && progress_->running) return;
    now_ = {};
    now_.files = request.files;
    now_.items.resize(request.files->size());
    progress_ = std::make_shared<const QueueProgress>(now_);
    runner_.post([this, request, choice](JobRunner::Run& run) { work(request, choice, run); },
                 [this](const Error& error) {
                     now_.running = false;
                     now_.notice = error.what();
                 });
}

void QueueExporter::work(const QueueExport& request, const EngineChoice& choice, JobRunner::Run& run) {
    const auto deliver = [&](std::function<void(QueueProgress&)> made) {
        run.deliver([this, made = std::move(made)] { made(now_); });
    };
    const auto threads = limit_threads(choice);
    const auto engine = make_failover(
        choose_entry(*engines_, choice), choice.settings,
        [&](const std::string& sentence) {
            deliver([sentence](QueueProgress& progress) { progress.notice = sentence; });
        },
        choice.is_automatic() ? DeviceStart::in_background : DeviceStart::awaited);
    const auto report = [&](std::size_t index, const QueueProgress::Item& item) {
        deliver([index, item](QueueProgress& progress) { progress.items[index] = item; });
    };
    try {
        export_queue(request, *engine, run.progress(), report);
    } catch (const Error& error) {
        // The runner ignores cancelled jobs, but this one's end is shown.
        if (error.kind() != ErrorKind::cancelled) throw;
    }
    deliver([](QueueProgress& progress) { progress.running = false; });
}

}
