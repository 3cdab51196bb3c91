#pragma once

#include "engines/engine_list.h"
#include "pipeline/pipeline.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace huedrift {

/// The engine of settings. It is made where a reduction needs it, and kept while the settings choose the
/// same.
class ChosenEngine final : public Engine {
public:
    /// Unless the choice is automatic, throws Error(device) if it cannot be met.
    void choose(const EngineChoice& choice);
    /// Sentences about the device since the last call.
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }

    std::string name() const override { return engine_ ? engine_->name() : ""; }
    std::string device() const override { return engine_ ? engine_->device() : ""; }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;

private:
    EngineChoice choice_{};
    std::optional<EngineEntry> entry_{};
    std::unique_ptr<Engine> engine_{};
    std::vector<std::string> notes_{};
};

}

struct huedrift_picture {
    explicit huedrift_picture(huedrift::Image image);

    huedrift::ChosenEngine engine;
    huedrift::Pipeline pipeline;
};
