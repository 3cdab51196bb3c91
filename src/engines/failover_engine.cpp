#include "engines/failover_engine.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>

namespace huedrift {
namespace {

std::atomic<int> starts_in_background{0};

}

bool is_device_starting() { return starts_in_background > 0; }

void await_starting_devices() {
    while (const int running = starts_in_background) starts_in_background.wait(running);
}

void DeviceLosses::add() {
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = now_();
    count_ = std::min(count_at(now) + 1, limit);
    last_ = now;
}

int DeviceLosses::count() const {
    const std::lock_guard lock(mutex_);
    return count_at(now_());
}

/// Call it with `mutex_` locked.
int DeviceLosses::count_at(Clock::time_point now) const {
    return static_cast<int>(std::max<std::int64_t>(count_ - (now - last_) / forgiven_after, 0));
}

FailoverEngine::FailoverEngine(Make make, Make make_second, std::shared_ptr<DeviceLosses> losses, Tell tell,
                               DeviceStart start)
    : make_(std::move(make)), make_second_(std::move(make_second)), losses_(std::move(losses)),
      tell_(std::move(tell)) {
    if (start == DeviceStart::in_background) start_in_background();
    if (!opened()) second();
}

/// The thread owns all that it uses, so that nobody has to wait for it: a driver can compile for seconds and
/// cannot be interrupted.
void FailoverEngine::start_in_background() {
    std::packaged_task<std::unique_ptr<Engine>()> start(make_);
    starting_ = start.get_future();
    ++starts_in_background;
    try {
        std::thread([start = std::move(start)]() mutable {
            start();
            start = {}; // with the engine, if it is no longer wanted
            --starts_in_background;
            starts_in_background.notify_all();
        }).detach();
    } catch (...) {
        --starts_in_background;
        throw;
    }
}

Reduction FailoverEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    while (colors.id() != too_large_ && opened()) {
        try {
            return first_->reduce(colors, options, progress);
        } catch (const TooLargeForDevice& error) {
            too_large_ = colors.id();
            tell_(std::string(error.what()) + "; the " + second().name() + " engine is used instead");
        } catch (const Error& failure) {
            if (failure.kind() != ErrorKind::device) throw;
            note(failure);
        }
    }
    return second().reduce(colors, options, progress);
}

bool FailoverEngine::is_starting() const {
    return starting_.valid() && starting_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

/// Ensures an engine on the device, a new one after a loss. Returns false while the device starts or rests,
/// and if it cannot be opened.
bool FailoverEngine::opened() {
    if (is_starting()) return false;
    while (!losses_->rests()) {
        try {
            if (starting_.valid()) {
                first_ = starting_.get();
                second_.reset(); // frees its memory
            }
            if (!first_) first_ = make_();
            current_ = first_.get();
            cannot_open_.clear();
            return true;
        } catch (const DeviceLost& loss) {
            note(loss);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::device) throw;
            losses_->add();
            const std::string reason = std::exchange(cannot_open_, error.what());
            if (cannot_open_ != reason)
                tell_(cannot_open_ + "; the " + second().name() + " engine takes over");
            return false;
        }
    }
    first_.reset();
    return false;
}

void FailoverEngine::note(const Error& failure) {
    const std::string reason = failure.what();
    const bool was_lost = dynamic_cast<const DeviceLost*>(&failure) != nullptr;
    second(); // makes the second engine before the first is destroyed
    first_.reset();
    losses_->add();
    if (losses_->rests())
        tell_(reason + "; the device failed too often and rests for " +
              std::to_string(DeviceLosses::forgiven_after.count()) + " minutes, the " + second().name() +
              " engine takes over");
    else
        tell_(reason + "; it starts again" + (was_lost ? " on a new device" : ""));
}

Engine& FailoverEngine::second() {
    if (!second_) second_ = make_second_();
    current_ = second_.get();
    return *second_;
}

Image FailoverFilter::smoothed(const ImageView& image, int radius) {
    Image result;
    const auto smooth = [&](PictureFilter& filter) { result = filter.smoothed(image, radius); };
    if (!first_.run(smooth)) smooth(second_);
    return result;
}

LuminanceHistogram FailoverFilter::histogram(const ImageView& image) {
    LuminanceHistogram result{};
    const auto count = [&](PictureFilter& filter) { result = filter.histogram(image); };
    if (!first_.run(count)) count(second_);
    return result;
}

}
