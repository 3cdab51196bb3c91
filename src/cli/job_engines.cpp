#include "cli/job_engines.h"

#include "cli/failure.h"

#include <utility>

namespace huedrift {

/// The device for one job, when it is its turn.
class JobEngines::OnDevice : public Engine {
public:
    OnDevice(JobEngines& engines, std::vector<std::string>& notes) : engines_(engines), notes_(notes) {}

    std::string name() const override {
        const std::lock_guard lock(engines_.turn_);
        return engines_.device_->name();
    }
    std::string device() const override {
        const std::lock_guard lock(engines_.turn_);
        return engines_.device_->device();
    }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override {
        const std::lock_guard lock(engines_.turn_);
        engines_.notes_ = &notes_;
        return engines_.device_->reduce(colors, options, progress);
    }

private:
    JobEngines& engines_;
    std::vector<std::string>& notes_;
};

JobEngines::JobEngines(const EngineChoice& choice)
    : entry_(chosen_entry(choice)), settings_(choice.settings) {
    if (!entry_.losses) return;
    device_ = make_failover(entry_, settings_, [this](const std::string& sentence) {
        complain(sentence);
        notes_->push_back(sentence);
    });
}

std::unique_ptr<Engine> JobEngines::make(std::vector<std::string>& notes) {
    if (device_) {
        const std::lock_guard lock(turn_);
        notes = std::exchange(first_notes_, {});
        return std::make_unique<OnDevice>(*this, notes);
    }
    return make_failover(entry_, settings_, [&notes](const std::string& sentence) {
        complain(sentence);
        notes.push_back(sentence);
    });
}

}
