#include "engines/engine_pool.h"

#include "base/error.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace huedrift {
namespace {

std::atomic<int> starts_in_background{0};

/// The thread owns all that it uses, so that nobody has to wait for it: a driver can compile for seconds and
/// cannot be interrupted.
std::future<std::unique_ptr<Engine>> start_in_background(const MakeEngine& make,
                                                         const EngineSettings& settings) {
    std::packaged_task<std::unique_ptr<Engine>()> start([make, settings] { return make(settings); });
    std::future<std::unique_ptr<Engine>> starting = start.get_future();
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
    return starting;
}

}

bool is_device_starting() { return starts_in_background > 0; }

void await_starting_devices() {
    while (const int running = starts_in_background) starts_in_background.wait(running);
}

/// The devices of a pool, once they are found.
class EnginePool::Devices {
public:
    using List = std::function<std::vector<EngineEntry>()>;

    /// A device, or a host engine that is listed beside devices: it fails over as they do.
    struct Device {
        explicit Device(EngineEntry from) : entry(std::move(from)) {
            if (!entry.losses) entry.losses = std::make_shared<DeviceLosses>();
        }

        bool is_starting() const {
            return starting.valid() &&
                   starting.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
        }

        EngineEntry entry;
        std::unique_ptr<Engine> engine{}; ///< null before it is made and after a loss
        std::future<std::unique_ptr<Engine>>
            starting{};            ///< the first engine, made by another thread; else invalid
        std::string cannot_open{}; ///< why making the engine failed the last time; else empty
        bool busy = false;
    };

    Devices(List list, EngineSettings settings, MakeEngine make_second)
        : list_(std::move(list)), settings_(std::move(settings)), make_second_(std::move(make_second)) {}

    void find() {
        std::call_once(found_, [this] {
            std::vector<EngineEntry> entries = list_();
            if (entries.size() == 1 && !entries.front().losses) {
                make_second_ = entries.front().make;
                return;
            }
            for (EngineEntry& entry : entries) devices_.emplace_back(std::move(entry));
        });
    }
    void start() {
        find();
        for (Device& device : devices_)
            if (!device.entry.losses->rests())
                device.starting = start_in_background(device.entry.make, settings_);
    }

    std::unique_ptr<Engine> make(const Device& device) const { return device.entry.make(settings_); }
    std::unique_ptr<Engine> make_second() const { return make_second_(settings_); }
    bool have_filters() const {
        return std::ranges::any_of(devices_,
                                   [](const Device& device) { return bool(device.entry.make_filter); });
    }

    /// An idle device that neither rests nor starts, `last` if that is one, as it keeps the picture's
    /// analysis. If only busy ones can come, `waits` decides whether to wait for one. Null: none.
    Device* take(const Device* last, bool waits) {
        std::unique_lock lock(mutex_);
        for (;;) {
            Device* idle = nullptr;
            bool any_busy = false;
            for (Device& device : devices_) {
                if (device.busy) {
                    any_busy = true;
                } else if (device.entry.losses->rests()) {
                    device.engine.reset();
                } else if (!device.is_starting() && (!idle || &device == last)) {
                    idle = &device;
                }
            }
            if (idle) idle->busy = true;
            if (idle || !any_busy || !waits) return idle;
            idle_.wait(lock);
        }
    }
    void give_back(Device& device) {
        {
            const std::lock_guard lock(mutex_);
            device.busy = false;
        }
        idle_.notify_all();
    }

private:
    List list_;
    EngineSettings settings_;
    MakeEngine make_second_;
    std::once_flag found_;
    std::list<Device> devices_; ///< their number does not change once they are found
    std::mutex mutex_;          ///< guards whether a device is busy, and all of one that is not
    std::condition_variable idle_;
};

/// Holds a device, or none, for one piece of work.
class EnginePool::Turn {
public:
    Turn(Devices& devices, const Devices::Device* last, bool waits)
        : devices_(devices), device_(devices.take(last, waits)) {}
    ~Turn() {
        if (device_) devices_.give_back(*device_);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    Devices::Device* device() const { return device_; }

private:
    Devices& devices_;
    Devices::Device* device_;
};

class EnginePool::JobEngine final : public Engine {
public:
    JobEngine(std::shared_ptr<Devices> devices, Tell tell)
        : devices_(std::move(devices)), tell_(std::move(tell)) {}

    std::string name() const override { return name_; }
    std::string device() const override { return device_; }

    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override {
        devices_->find();
        if (colors.id() != too_large_)
            if (std::optional<Reduction> reduction = reduce_on_device(colors, options, progress))
                return std::move(*reduction);
        return reduce_on(second(), colors, options, progress);
    }

private:
    using Device = Devices::Device;

    /// None if the second engine is to take over.
    std::optional<Reduction> reduce_on_device(const ColorSet& colors, const Options& options,
                                              Progress& progress) {
        const Turn turn(*devices_, last_, true);
        if (!turn.device()) return {};
        last_ = turn.device();
        while (is_open(*last_)) {
            try {
                Reduction reduction = reduce_on(*last_->engine, colors, options, progress);
                second_.reset(); // frees its memory
                return reduction;
            } catch (const TooLargeForDevice& error) {
                too_large_ = colors.id();
                tell_(std::string(error.what()) + "; the " + second().name() + " engine is used instead");
                return {};
            } catch (const Error& failure) {
                if (failure.kind() != ErrorKind::device) throw;
                note(failure);
            }
        }
        return {};
    }
    Reduction reduce_on(Engine& engine, const ColorSet& colors, const Options& options, Progress& progress) {
        name_ = engine.name();
        device_ = engine.device();
        return engine.reduce(colors, options, progress);
    }
    /// Ensures an engine on the device, a new one after a loss. Returns false if it rests or cannot be
    /// opened.
    bool is_open(Device& device) {
        while (!device.entry.losses->rests()) {
            try {
                if (device.starting.valid()) device.engine = device.starting.get();
                if (!device.engine) device.engine = devices_->make(device);
                device.cannot_open.clear();
                return true;
            } catch (const DeviceLost& loss) {
                note(loss);
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::device) throw;
                device.entry.losses->add();
                const std::string reason = std::exchange(device.cannot_open, error.what());
                if (device.cannot_open != reason)
                    tell_(device.cannot_open + "; the " + second().name() + " engine takes over");
                return false;
            }
        }
        return false;
    }
    /// Notes a failure of the last device.
    void note(const Error& failure) {
        const std::string reason = failure.what();
        const bool was_lost = dynamic_cast<const DeviceLost*>(&failure) != nullptr;
        DeviceLosses& losses = *last_->entry.losses;
        last_->engine.reset();
        losses.add();
        if (losses.rests())
            tell_(reason + "; the device failed too often and rests for " +
                  std::to_string(DeviceLosses::forgiven_after.count()) + " minutes, the " + second().name() +
                  " engine takes over");
        else
            tell_(reason + "; it starts again" + (was_lost ? " on a new device" : ""));
    }
    Engine& second() {
        if (!second_) second_ = devices_->make_second();
        return *second_;
    }

    std::shared_ptr<Devices> devices_;
    Tell tell_;
    Device* last_ = nullptr;
    std::unique_ptr<Engine> second_; ///< null until it is needed
    std::string name_, device_;      ///< of the engine used last
    std::uint64_t too_large_ = 0;    ///< the id of the last ColorSet that was too large
};

class EnginePool::JobFilter final : public PictureFilter {
public:
    explicit JobFilter(std::shared_ptr<Devices> devices) : devices_(std::move(devices)) {}

    Image smoothed(const ImageView& image, int radius) override {
        Image result;
        run([&](PictureFilter& filter) { result = filter.smoothed(image, radius); });
        return result;
    }
    LuminanceHistogram histogram(const ImageView& image) override {
        LuminanceHistogram result{};
        run([&](PictureFilter& filter) { result = filter.histogram(image); });
        return result;
    }

private:
    void run(FunctionRef<PictureFilter&> work) {
        if (is_done_on_device(work)) return;
        CpuPictureFilter cpu;
        work(cpu);
    }
    /// Returns false if the device rests, lacks memory or cannot be opened, and if there is none.
    bool is_done_on_device(FunctionRef<PictureFilter&> work) {
        const Turn turn(*devices_, last_, false);
        if (!turn.device() || !turn.device()->entry.make_filter) return false;
        if (std::exchange(last_, turn.device()) != turn.device()) filter_.reset();
        const EngineEntry& entry = last_->entry;
        while (!entry.losses->rests()) {
            try {
                if (!filter_) filter_ = entry.make_filter();
                work(*filter_);
                return true;
            } catch (const TooLargeForDevice&) {
                return false;
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::device) throw;
                if (!filter_ && !dynamic_cast<const DeviceLost*>(&error)) return false;
                filter_.reset();
                entry.losses->add();
            }
        }
        return false;
    }

    std::shared_ptr<Devices> devices_;
    const Devices::Device* last_ = nullptr;
    std::unique_ptr<PictureFilter> filter_; ///< of the last device; null before it is made and after a loss
};

EnginePool::EnginePool(const EngineChoice& choice, std::span<const std::string> devices) {
    Devices::List list;
    if (choice.is_automatic() && devices.empty())
        list = [choice] { return chosen_entries(choice, {}); };
    else
        list = [entries = chosen_entries(choice, devices)] { return entries; };
    devices_ = std::make_shared<Devices>(std::move(list), choice.settings, make_cpu_engine);
}

EnginePool::EnginePool(std::vector<EngineEntry> entries, const EngineSettings& settings, DeviceStart start,
                       MakeEngine make_second)
    : devices_(std::make_shared<Devices>([entries = std::move(entries)] { return entries; }, settings,
                                         std::move(make_second))) {
    if (start == DeviceStart::in_background) devices_->start();
}

std::unique_ptr<Engine> EnginePool::engine(Tell tell) const {
    return std::make_unique<JobEngine>(devices_, std::move(tell));
}

std::unique_ptr<PictureFilter> EnginePool::filter() const {
    devices_->find();
    if (!devices_->have_filters()) return nullptr;
    return std::make_unique<JobFilter>(devices_);
}

}
