#include "session/snapshot.h"

#include "image/load.h"
#include "palette/palette.h"
#include "session/export.h"

#include <algorithm>

namespace huedrift {

double Snapshot::elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - activity_begun).count();
}

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

std::optional<std::uint32_t> Snapshot::enough_colors() const {
    if (!enough || !enough->is_of(picture, *recipe) || !enough->fewest.is_kept) return std::nullopt;
    return enough->fewest.count;
}

bool Snapshot::exact() const {
    return document && std::ranges::all_of(each(weightings), [&](Weighting weighting) {
               return state(weighting) == ResultState::exact;
           });
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

}
