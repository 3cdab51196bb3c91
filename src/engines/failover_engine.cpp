#include "engines/failover_engine.h"

#include <thread>

namespace huedrift {
namespace {

std::atomic<int> starts_in_background{0};

}

bool is_device_starting() { return starts_in_background > 0; }

void await_starting_devices() {
    while (const int running = starts_in_background) starts_in_background.wait(running);
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
        } catch (const DeviceLost& loss) {
            note(loss);
        } catch (const TooLargeForDevice& error) {
            too_large_ = colors.id();
            tell_(std::string(error.what()) + "; the " + second().name() + " engine is used instead");
        }
    }
    return second().reduce(colors, options, progress);
}

bool FailoverEngine::is_starting() const {
    return starting_.valid() && starting_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

/// Ensures an engine on the device, a new one after a loss. Returns false while the device starts, and if it
/// cannot be opened.
bool FailoverEngine::opened() {
    if (cannot_open_ || is_starting()) return false;
    while (*losses_ < max_losses) {
        try {
            if (starting_.valid()) {
                first_ = starting_.get();
                second_.reset(); // frees its memory
            }
            if (!first_) first_ = make_();
            current_ = first_.get();
            return true;
        } catch (const DeviceLost& loss) {
            note(loss);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::device) throw;
            cannot_open_ = true;
            tell_(std::string(error.what()) + "; the " + second().name() + " engine takes over");
            return false;
        }
    }
    first_.reset();
    return false;
}

void FailoverEngine::note(const DeviceLost& loss) {
    const std::string reason = loss.what();
    second(); // makes the second engine before the first is destroyed
    first_.reset();
    tell_(++*losses_ < max_losses ? reason + "; it starts again on a new device"
                                  : reason + "; the device was lost too often and is no longer used, the " +
                                        second().name() + " engine takes over");
}

Engine& FailoverEngine::second() {
    if (!second_) second_ = make_second_();
    current_ = second_.get();
    return *second_;
}

}
