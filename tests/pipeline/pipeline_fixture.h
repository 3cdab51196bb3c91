#pragma once

#include "cpu/cpu_engine.h"
#include "pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace huedrift {

/// A picture in memory, whose frames lie below each other.
inline Document opened(Image image, std::size_t frames = 1) {
    Document document;
    document.image = std::make_shared<const Image>(std::move(image));
    if (frames > 1) document.animation.delays.resize(frames);
    return document;
}

/// A pipeline with the CPU engine.
class PipelineFixture : public testing::Test {
protected:
    PipelineFixture() { pipeline.use(engine); }

    void open(Image image, std::size_t frames = 1) { pipeline.open(opened(std::move(image), frames)); }
    std::shared_ptr<const Reduced> reduce(const Recipe& recipe) { return pipeline.reduce(recipe, progress); }
    std::shared_ptr<const Image> output(const Recipe& recipe) { return pipeline.make_output(reduce(recipe)); }
    std::vector<Rgb> colors(const Recipe& recipe) { return distinct_colors(*reduce(recipe)->palette); }

    CpuEngine engine;
    Pipeline pipeline;
    Progress progress;
};

}
