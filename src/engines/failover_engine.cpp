#include "engines/failover_engine.h"

namespace huedrift {

FailoverEngine::FailoverEngine(Make make, Make make_second, std::shared_ptr<DeviceLosses> losses, Tell tell,
                               DeviceStart start)
    : make_(std::move(make)), make_second_(std::move(make_second)), losses_(std::move(losses)),
      tell_(std::move(tell)) {
    if (start == DeviceStart::in_background) starting_ = std::async(std::launch::async, make_);
    if (!opened()) second();
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
/// cannot be opened; it is tried again next time.
bool FailoverEngine::opened() {
    if (is_starting()) return false;
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
