#include "session/queue_exporter.h"

namespace huedrift {

QueueExporter::QueueExporter(JobThreads& threads, std::shared_ptr<const std::vector<EngineEntry>> engines)
    : engines_(std::move(engines)), runner_(threads) {}

bool QueueExporter::deliver() {
    const bool at_rest = runner_.alive() == 0; // checked first: the outbox is then complete
    // A job that is cancelled before it begins delivers nothing.
    const bool has_ended = at_rest && progress_ && progress_->running;
    if (!runner_.deliver() && !has_ended) return false;
    now_.running = !at_rest;
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
                 [this](const Error& error) { now_.notice = error.what(); });
}

void QueueExporter::work(const QueueExport& request, const EngineChoice& choice, JobRunner::Run& run) {
    const auto deliver = [&](std::function<void(QueueProgress&)> made) {
        run.deliver([this, made = std::move(made)] { made(now_); });
    };
    const auto engine = make_failover(
        choose_entry(*engines_, choice), choice.settings,
        [&](const std::string& sentence) {
            deliver([sentence](QueueProgress& progress) { progress.notice = sentence; });
        },
        choice.is_automatic() ? DeviceStart::in_background : DeviceStart::awaited);
    const auto report = [&](std::size_t index, const QueueProgress::Item& item) {
        deliver([index, item](QueueProgress& progress) { progress.items[index] = item; });
    };
    export_queue(request, *engine, run.progress(), report);
}

}
