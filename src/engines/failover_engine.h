#pragma once

#include "base/device_error.h"
#include "image/picture_filter.h"
#include "reduction/engine.h"

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace huedrift {

/// The losses and failures of a device, shared by all who use it. After too many it rests. Thread-safe.
class DeviceLosses {
public:
    using Clock = std::chrono::steady_clock;

    /// Losses after which a device rests.
    static constexpr int limit = 3;
    /// One loss is forgiven for each such time without another.
    static constexpr std::chrono::minutes forgiven_after{10};

    explicit DeviceLosses(std::function<Clock::time_point()> now = Clock::now) : now_(std::move(now)) {}

    /// Counts a loss.
    void add();
    /// The losses that are not forgiven, at most `limit`.
    int count() const;
    bool rests() const { return count() == limit; }

private:
    int count_at(Clock::time_point now) const;

    std::function<Clock::time_point()> now_;
    mutable std::mutex mutex_;
    int count_ = 0; ///< at the last loss
    Clock::time_point last_{};
};

/// Whether an engine's constructor waits until its device is ready. Compiling a device's pipelines and
/// checking its results takes seconds the first time.
enum class DeviceStart { awaited, in_background };

/// Whether a device still starts in the background, perhaps for an engine that no longer exists. End the
/// process by std::_Exit() then: std::exit() destroys static objects of the driver, which the start uses.
bool is_device_starting();
/// Blocks until no device starts in the background.
void await_starting_devices();

/// An engine on a device that may fail, and a second engine that takes over with the same bytes. A reduction
/// whose device is lost or fails starts again with a new engine on it, until the device rests (DeviceLosses).
/// A reduction that finds no device that can be opened goes to the second engine, and so does one that is too
/// large for the device (TooLargeForDevice), with all later reductions of the same ColorSet. The second
/// engine also works while the device starts in the background.
class FailoverEngine final : public Engine {
public:
    using Make = std::function<std::unique_ptr<Engine>()>;
    /// Receives one sentence for the user, on the thread that reduces.
    using Tell = std::function<void(const std::string&)>;

    /// `make` is called for each new device and throws Error(device) when there is none; `make_second` is
    /// called when the second engine is first needed. `start` decides which thread makes the first engine: in
    /// the background, a copy of `make` may outlive this object, whose destructor does not wait.
    FailoverEngine(Make make, Make make_second, std::shared_ptr<DeviceLosses> losses, Tell tell,
                   DeviceStart start = DeviceStart::awaited);

    /// The statistics of the engine used last.
    std::string name() const override { return current_->name(); }
    std::string device() const override { return current_->device(); }
    /// Throws all errors of the first engine but those of its device, and all errors of the second.
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;

private:
    bool opened();
    bool is_starting() const;
    void start_in_background();
    void note(const Error& failure);
    Engine& second();

    Make make_, make_second_;
    std::shared_ptr<DeviceLosses> losses_;
    Tell tell_;
    std::unique_ptr<Engine> first_, second_; ///< null before they are made and after a loss
    std::future<std::unique_ptr<Engine>>
        starting_{}; ///< the first engine, made by another thread; else invalid
    Engine* current_ = nullptr;
    std::string cannot_open_;     ///< why making the first engine failed the last time; else empty
    std::uint64_t too_large_ = 0; ///< the id of the last ColorSet that was too large
};

/// A part that works on a device while the device lasts. The CPU then does the work with the same bytes, so
/// no message is needed.
template <class Part>
class OnDevice {
public:
    using Make = std::function<std::unique_ptr<Part>()>;

    /// `make` is called for each new device and throws Error(device) when there is none.
    OnDevice(Make make, std::shared_ptr<DeviceLosses> losses)
        : make_(std::move(make)), losses_(std::move(losses)) {}

    /// Calls `work` with the part. Returns false when the device rests, lacks memory or cannot be opened.
    template <class Work>
    bool run(const Work& work) {
        while (!losses_->rests()) {
            try {
                if (!part_) part_ = make_();
                work(*part_);
                return true;
            } catch (const TooLargeForDevice&) {
                return false;
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::device) throw;
                if (!part_ && !dynamic_cast<const DeviceLost*>(&error)) return false;
                part_.reset();
                losses_->add();
            }
        }
        return false;
    }

private:
    Make make_;
    std::shared_ptr<DeviceLosses> losses_;
    std::unique_ptr<Part> part_; ///< null before it is made and after a loss
};

/// A PictureFilter on a device; the CPU takes over when it fails.
class FailoverFilter final : public PictureFilter {
public:
    /// See OnDevice.
    FailoverFilter(OnDevice<PictureFilter>::Make make, std::shared_ptr<DeviceLosses> losses)
        : first_(std::move(make), std::move(losses)) {}

    Image smoothed(const ImageView& image, int radius) override;
    LuminanceHistogram histogram(const ImageView& image) override;

private:
    OnDevice<PictureFilter> first_;
    CpuPictureFilter second_;
};

}
