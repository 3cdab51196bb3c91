#include "session/snapshot.h"

#include "image/indexed_image.h"
#include "image/load.h"
#include "palette/palette.h"
#include "session/export.h"

#include <algorithm>
#include <numeric>

namespace huedrift {
namespace {

double seconds_since(std::chrono::steady_clock::time_point time) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - time).count();
}

}

double Snapshot::elapsed() const { return seconds_since(activity_begun); }
double Snapshot::behind() const { return seconds_since(outdated_since.value_or(activity_begun)); }

ResultState Snapshot::state(Weighting weighting) const {
    const Result* const newest = result(weighting).get();
    if (!newest) return ResultState::none;
    // Asked many times a frame, and a copy of the recipe may have 65,536 colours.
    const bool is_first = recipe->shift.weighting == weighting;
    const bool is_current = newest->picture == picture && picture_is_linked == linked &&
                            newest->recipe == (is_first ? *recipe : recipe->with(weighting));
    if (!is_current) return ResultState::outdated;
    return newest->exact ? ResultState::exact : ResultState::preview;
}

std::vector<Plateau> Snapshot::natural_sizes() const {
    if (!natural || natural->picture != picture) return {};
    const Recipe now = natural_recipe(settings->with(each(weightings).front()));
    return natural->recipe == now ? natural->sizes : std::vector<Plateau>();
}

std::optional<std::uint32_t> Snapshot::enough_colors() const {
    if (!enough || !enough->is_of(picture, *recipe) || !enough->fewest.is_kept) return std::nullopt;
    return enough->fewest.count;
}

bool Snapshot::exact() const {
    return document && std::ranges::all_of(each(weightings), [&](Weighting weighting) {
               return state(weighting) == ResultState::exact;
           });
}

bool Snapshot::current() const {
    return std::ranges::all_of(each(weightings), [&](Weighting weighting) {
        return state(weighting) == ResultState::preview || state(weighting) == ResultState::exact;
    });
}

std::string cli_command(const Snapshot& snapshot, const ExportRequest& request) {
    return cli_command(*snapshot.document, *snapshot.recipe, request, snapshot.mask_files,
                       snapshot.linked ? std::span<const Location>(*snapshot.queue)
                                       : std::span<const Location>());
}

namespace {

/// The first picture by name, independent of the folder's order; empty if there is none.
std::filesystem::path picture_named(const std::string& stem, const std::filesystem::path& folder) {
    std::filesystem::path found;
    std::error_code unreadable;
    for (std::filesystem::directory_iterator it(folder, unreadable), end; !unreadable && it != end;
         it.increment(unreadable))
        if (it->path().stem() == stem && is_picture_name(it->path()) && (found.empty() || it->path() < found))
            found = it->path();
    return found;
}

}

std::shared_ptr<const RecipeOffer> offer_of(const Document& document) {
    if (!document.recipe) return nullptr;
    return std::make_shared<const RecipeOffer>(
        RecipeOffer{*document.recipe, source_beside(document.path.file())});
}

std::filesystem::path source_beside(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.parent_path().empty() ? "." : path.parent_path();
    // The suffix may be a radius, a number of colours, the name of a palette and a weighting.
    std::string stem = path.stem().string();
    for (std::size_t end; (end = stem.rfind('-')) != std::string::npos && end > 0;) {
        stem.resize(end);
        for (const std::filesystem::path& where : {folder, (folder / "..").lexically_normal()})
            if (auto found = picture_named(stem, where); !found.empty()) return found;
    }
    return {};
}

std::shared_ptr<const Traces> trace(const TracedColor& traced, const Progress& progress) {
    const Result& result = *traced.result;
    const ColorSet& colors = result.picture->colors;
    const auto starts = members(*result.palette, colors.counts(), traced.color, Traces::max_paths);
    return std::make_shared<const Traces>(
        Traces{traced, trajectories(colors, starts, result.recipe.options(), progress)});
}

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

std::vector<Remedy> remedies_of(const Refusal& refusal, const Snapshot& snapshot) {
    using Of = Refusal::Of;
    using Kind = AlphaMode::Kind;
    std::vector<Remedy> remedies;
    const auto offer = [&](const std::string& label, const std::string& about, const auto& change) {
        Remedy remedy{label, about, *snapshot.recipe};
        change(remedy.recipe);
        if (remedy.recipe != *snapshot.recipe) remedies.push_back(std::move(remedy));
    };
    const auto offer_alpha = [&](const char* label, Kind kind, const std::string& about) {
        offer(label, about + " This is also under More > Transparency.", [&](Recipe& recipe) {
            if (recipe.source.alpha.kind != kind) recipe.source.alpha = first_of(kind);
        });
    };
    const auto offer_hard_edges = [&] {
        offer_alpha("Hard edges", Kind::threshold, "Make pixels opaque or transparent.");
    };
    const auto offer_fill = [&] { offer_alpha("Fill", Kind::matte, "Lay the picture over white."); };
    const auto most = most_opaque_entries(snapshot);
    const bool has_too_many = most_colors(snapshot) > most;
    switch (refusal.of) {
    case Of::nothing:
        break;
    case Of::entries:
    case Of::soft_entries:
        if (has_too_many && !snapshot.recipe->palette.skips_mean_shift())
            offer(std::to_string(most) + " colours", "Join colours until this many are left.",
                  [&](Recipe& recipe) { recipe.palette.set_colors(std::uint32_t(most)); });
        if (refusal.of == Of::entries) break;
        offer_hard_edges();
        offer_fill();
        break;
    case Of::soft_alpha:
        offer_hard_edges();
        offer_fill();
        break;
    case Of::alpha_levels:
        offer_hard_edges();
        break;
    case Of::enlargement:
        offer("Enlarge to " + std::to_string(refusal.most) + " px",
              "Make each cell this many pixels wide and high.",
              [&](Recipe& recipe) { recipe.labels.scale = static_cast<int>(refusal.most); });
        break;
    case Of::bits:
        offer("Fewest bits", "Use as many bits a pixel as the palette needs.",
              [](Recipe& recipe) { recipe.output.bits.reset(); });
        break;
    case Of::padding:
        offer("Do not fill", "Write only the entries that are used.",
              [](Recipe& recipe) { recipe.output.pad.reset(); });
        break;
    case Of::transparent_index:
        offer("Any index", "Let transparent pixels have whichever index is free.",
              [](Recipe& recipe) { recipe.output.transparent_index.reset(); });
        break;
    case Of::other_colors:
        offer("Allow other colours", "Map colours that the palette lacks to the nearest one.",
              [](Recipe& recipe) { recipe.palette.strict = false; });
        break;
    }
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
