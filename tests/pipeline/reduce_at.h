#pragma once

#include "pipeline/sweep.h"
#include "reduction/engine.h"

#include <memory>
#include <random>

namespace huedrift {

/// A ReduceAt for a set of colours.
inline ReduceAt reduce_at(Engine& engine, const ColorSet& colors, const Options& options = {}) {
    return [&engine, &colors, options](double radius, Progress& progress) {
        Options at = options;
        at.radius = radius;
        Recipe recipe;
        recipe.shift.radius = radius;
        auto palette = std::make_shared<const Reduction>(engine.reduce(colors, at, progress));
        return std::make_shared<Reduced>(
            Reduced{.picture = nullptr, .recipe = recipe, .palette = std::move(palette)});
    };
}

inline ColorSet random_colors() {
    std::mt19937 random(3);
    std::vector<Rgba8> pixels(300);
    for (Rgba8& p : pixels) p = {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    return ColorSet(ImageView{300, 1, pixels}, Transfer::srgb);
}

}
