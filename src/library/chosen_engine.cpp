#include "library/chosen_engine.h"

namespace huedrift {
namespace {

EngineEntry entry_of(const EngineChoice& choice) {
    std::vector<std::string> devices;
    if (!choice.device.empty()) devices.push_back(choice.device);
    return chosen_entries(choice, devices).front();
}

}

void ChosenEngine::choose(const EngineChoice& choice) {
    if (entry_ && choice == choice_) return;
    std::optional<EngineEntry> entry;
    if (!choice.is_automatic()) entry = entry_of(choice);
    engine_.reset();
    entry_ = std::move(entry);
    choice_ = choice;
}

Reduction ChosenEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    if (!entry_) entry_ = entry_of(choice_);
    if (!engine_)
        engine_ = make_failover(*entry_, choice_.settings,
                                [this](const std::string& sentence) { notes_.push_back(sentence); });
    return engine_->reduce(colors, options, progress);
}

}
