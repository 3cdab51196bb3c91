#pragma once

#include "engines/engine_pool.h"
#include "pipeline/pipeline.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

struct huedrift_picture {
    explicit huedrift_picture(huedrift::Image image);

    /// Keeps the engine while the settings choose the same. Throws as EnginePool's constructor.
    void use(const huedrift::EngineChoice& choice);
    /// Sentences about the device since the last call.
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }

    huedrift::Pipeline pipeline;

private:
    huedrift::EngineChoice choice_{};
    std::unique_ptr<huedrift::Engine> engine_{}; ///< null before the first choice
    std::vector<std::string> notes_{};
};
