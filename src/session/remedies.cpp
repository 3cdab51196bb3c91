#include "session/remedies.h"

#include "image/indexed_image.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string_view>

namespace huedrift {
namespace {

/// The most entries that the colours of an indexed picture can have beside transparent pixels, if any.
std::size_t most_opaque_entries(const Snapshot& snapshot) {
    if (!snapshot.picture) return max_entries;
    const auto counts = snapshot.picture->colors.counts();
    const auto visible = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    return visible < snapshot.picture->image->pixels().size() ? max_entries - 1 : max_entries;
}

std::size_t most_colors(const Snapshot& snapshot) {
    std::size_t most = 0;
    for (const Weighting weighting : each(snapshot.weightings))
        if (const auto& result = snapshot.result(weighting)) most = std::max(most, result->swatches.size());
    return most;
}

}

std::vector<Remedy> remedies_of(const std::string& refusal, const Snapshot& snapshot) {
    std::vector<Remedy> remedies;
    const auto says = [&](std::string_view words) { return refusal.find(words) != std::string::npos; };
    const auto offer = [&](const std::string& label, const std::string& about, const auto& change) {
        Remedy remedy{label, about, *snapshot.recipe};
        change(remedy.recipe);
        if (remedy.recipe != *snapshot.recipe) remedies.push_back(std::move(remedy));
    };
    const auto offer_alpha = [&](const char* label, AlphaMode::Kind kind, const std::string& about) {
        offer(label, about + " This is also under More > Transparency.", [&](Recipe& recipe) {
            if (recipe.source.alpha.kind != kind) recipe.source.alpha = first_of(kind);
        });
    };
    const bool is_full = says("holds at most 256 colours");
    const auto most = most_opaque_entries(snapshot);
    if (is_full && !snapshot.recipe->palette.skips_mean_shift() && most_colors(snapshot) > most)
        offer(std::to_string(most) + " colours", "Join colours until this many are left.",
              [&](Recipe& recipe) { recipe.palette.set_colors(std::uint32_t(most)); });
    if (says("an alpha threshold or a matte")) {
        if (is_full && most_colors(snapshot) <= most)
            offer_alpha("Join levels of alpha", AlphaMode::Kind::levels,
                        "Keep soft edges with fewer pairs of colour and alpha, 256 at most.");
        offer_alpha("Hard edges", AlphaMode::Kind::threshold, "Make pixels opaque or transparent.");
        offer_alpha("Fill", AlphaMode::Kind::matte, "Lay the picture over white.");
    }
    if (says("cannot have levels of alpha"))
        offer_alpha("Hard edges", AlphaMode::Kind::threshold, "Make pixels opaque or transparent.");
    constexpr std::string_view most_enlarged = "enlarge them to at most ";
    if (says(most_enlarged)) {
        const int side = std::atoi(refusal.c_str() + refusal.find(most_enlarged) + most_enlarged.size());
        offer("Enlarge to " + std::to_string(side) + " px", "Make each cell this many pixels wide and high.",
              [side](Recipe& recipe) { recipe.labels.scale = side; });
    }
    if (says("are more than") || says("no indices of"))
        offer("Fewest bits", "Use as many bits a pixel as the palette needs.",
              [](Recipe& recipe) { recipe.output.bits.reset(); });
    if (says("cannot be padded"))
        offer("Do not fill", "Write only the entries that are used.",
              [](Recipe& recipe) { recipe.output.pad.reset(); });
    if (says("transparent pixels cannot have the index"))
        offer("Any index", "Let transparent pixels have whichever index is free.",
              [](Recipe& recipe) { recipe.output.transparent_index.reset(); });
    if (says("not in the palette"))
        offer("Allow other colours", "Map colours that the palette lacks to the nearest one.",
              [](Recipe& recipe) { recipe.palette.strict = false; });
    return remedies;
}

AlphaMode first_of(AlphaMode::Kind kind) {
    using Kind = AlphaMode::Kind;
    AlphaMode mode{.kind = kind};
    if (kind == Kind::threshold) mode.threshold = 128;
    if (kind == Kind::matte) mode.matte = {255, 255, 255, 255};
    if (kind == Kind::levels) mode.levels = max_alpha_levels;
    return mode;
}

}
