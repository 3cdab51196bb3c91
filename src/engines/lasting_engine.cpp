#include "engines/lasting_engine.h"

namespace huedrift {

LastingEngine::LastingEngine(Make make, Make make_other, std::shared_ptr<DeviceLosses> losses, Tell tell)
    : make_(std::move(make)), make_other_(std::move(make_other)), losses_(std::move(losses)),
      tell_(std::move(tell)) {
    if (!opened()) other();
}

Reduction LastingEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    while (colors.id() != refused_ && opened()) {
        try {
            return engine_->reduce(colors, options, progress);
        } catch (const DeviceLost& loss) {
            note(loss);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::device) throw;
            refused_ = colors.id();
            tell_(std::string(error.what()) + "; the " + other().name() + " engine does it");
        }
    }
    return other().reduce(colors, options, progress);
}

/// Whether there is an engine on the device, a new one where the last was lost.
bool LastingEngine::opened() {
    while (*losses_ < max_losses) {
        try {
            if (!engine_) engine_ = make_();
            current_ = engine_.get();
            return true;
        } catch (const DeviceLost& loss) {
            note(loss);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::device) throw;
            tell_(std::string(error.what()) + "; the " + other().name() + " engine goes on");
            return false;
        }
    }
    engine_.reset();
    return false;
}

void LastingEngine::note(const DeviceLost& loss) {
    const std::string reason = loss.what();
    other();                                                  // what was current goes
    if (loss.is_busy()) static_cast<void>(engine_.release()); // what it may still be using cannot be freed
    engine_.reset();
    tell_(++*losses_ < max_losses
              ? reason + "; it is done again on a new device"
              : reason + "; the device was lost too often and is not used any more, the " + other().name() +
                    " engine goes on");
}

Engine& LastingEngine::other() {
    if (!other_) other_ = make_other_();
    current_ = other_.get();
    return *other_;
}

}
