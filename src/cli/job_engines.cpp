#include "cli/job_engines.h"

#include "cli/failure.h"

#include <algorithm>
#include <utility>

namespace huedrift {

struct JobEngines::Device {
    std::unique_ptr<Engine> engine{};
    std::string name, device;                  ///< of the engine that computed last
    std::vector<std::string>* notes = nullptr; ///< of the job that has the device
    bool busy = false;
};

/// Holds a device for one reduction: the job's last one if that is idle, as it keeps the picture's analysis,
/// else any.
class JobEngines::Turn {
public:
    Turn(JobEngines& engines, Device& last, std::vector<std::string>& notes) : engines_(engines) {
        std::unique_lock lock(engines_.mutex_);
        engines_.idle_.wait(lock, [&] { return std::ranges::any_of(engines_.devices_, is_idle); });
        device_ = last.busy ? std::ranges::find_if(engines_.devices_, is_idle)->get() : &last;
        device_->busy = true;
        device_->notes = &notes;
    }
    ~Turn() {
        {
            const std::lock_guard lock(engines_.mutex_);
            device_->busy = false;
        }
        engines_.idle_.notify_one();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    Device& device() const { return *device_; }

private:
    static bool is_idle(const std::unique_ptr<Device>& device) { return !device->busy; }

    JobEngines& engines_;
    Device* device_ = nullptr;
};

/// Reduces on any idle device.
class JobEngines::OnDevice : public Engine {
public:
    OnDevice(JobEngines& engines, std::vector<std::string>& notes)
        : engines_(engines), notes_(notes), last_(engines.devices_.front().get()) {}

    std::string name() const override {
        const std::lock_guard lock(engines_.mutex_);
        return last_->name;
    }
    std::string device() const override {
        const std::lock_guard lock(engines_.mutex_);
        return last_->device;
    }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override {
        const Turn turn(engines_, *last_, notes_);
        last_ = &turn.device();
        Reduction reduction = last_->engine->reduce(colors, options, progress);
        keep_names();
        return reduction;
    }

private:
    void keep_names() {
        const std::lock_guard lock(engines_.mutex_);
        last_->name = last_->engine->name(); // another engine may take over
        last_->device = last_->engine->device();
    }

    JobEngines& engines_;
    std::vector<std::string>& notes_;
    Device* last_;
};

JobEngines::JobEngines(std::span<const EngineEntry> entries, const EngineSettings& settings)
    : settings_(settings), entries_(entries.begin(), entries.end()) {
    if (entries.size() == 1 && !entries.front().losses) return;
    for (const EngineEntry& entry : entries) add_device(entry);
}

JobEngines::~JobEngines() = default;

void JobEngines::add_device(const EngineEntry& entry) {
    Device& added = *devices_.emplace_back(std::make_unique<Device>());
    added.notes = &first_notes_;
    added.engine = make_failover(entry, settings_, [&added](const std::string& sentence) {
        complain(sentence);
        added.notes->push_back(sentence);
    });
    added.name = added.engine->name();
    added.device = added.engine->device();
}

std::unique_ptr<Engine> JobEngines::make(std::vector<std::string>& notes) {
    if (!is_on_host()) {
        const std::lock_guard lock(mutex_);
        notes = std::exchange(first_notes_, {});
        return std::make_unique<OnDevice>(*this, notes);
    }
    return make_failover(entries_.front(), settings_, [&notes](const std::string& sentence) {
        complain(sentence);
        notes.push_back(sentence);
    });
}

PixelTools JobEngines::make_for_pixels(const Recipe& recipe) {
    PixelTools tools;
    const std::span<const EngineEntry> entry(&entries_[pixel_jobs_++ % entries_.size()], 1);
    const EngineChoice choice{.engine = entry.front().engine};
    if (recipe.source.smooth != 0) tools.filter = make_picture_filter(entry, choice);
    if (recipe.labels.dither == Dither::ordered) tools.mixer = make_color_mixer(entry, choice);
    return tools;
}

}
