#pragma once

#include "base/device_lost.h"
#include "reduction/engine.h"

#include <atomic>
#include <functional>
#include <memory>

namespace huedrift {

/// How often a device was lost since the program began, counted for all engines on it.
using DeviceLosses = std::atomic<int>;

/// After so many losses a device is not used any more.
constexpr int max_losses = 3;

/// An engine on a device that may fail, and another that then does the work: both give the same bytes.
/// A run whose device is lost is repeated on a new one, up to max_losses of them; one that it refuses (it
/// has no room for the picture, say) is left to the other engine, as are later ones of the same colours.
class LastingEngine final : public Engine {
public:
    using Make = std::function<std::unique_ptr<Engine>()>;
    /// Takes one sentence for the user, on the thread that reduces.
    using Tell = std::function<void(const std::string&)>;

    /// `make` is called for each new device and throws Error(device) where there is none, `make_other` when
    /// it is needed first.
    LastingEngine(Make make, Make make_other, std::shared_ptr<DeviceLosses> losses, Tell tell);

    /// Of the engine that has computed last.
    std::string name() const override { return current_->name(); }
    std::string device() const override { return current_->device(); }
    /// Throws what the other engine does, and Error of all other kinds from the first.
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;

private:
    bool opened();
    void note(const DeviceLost& loss);
    Engine& other();

    Make make_, make_other_;
    std::shared_ptr<DeviceLosses> losses_;
    Tell tell_;
    std::unique_ptr<Engine> engine_, other_; ///< null where not made, or lost
    Engine* current_ = nullptr;
    std::uint64_t refused_ = 0; ///< id of the ColorSet that the device had no room for
};

}
