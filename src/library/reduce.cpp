#include "base/error.h"
#include "library/call.h"
#include "library/picture.h"
#include "library/result.h"
#include "library/settings.h"
#include "pipeline/file_colors.h"
#include "reduction/color_table.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace huedrift {
namespace {

/// The recipe with so few colours that at most `most` entries remain, one of them for transparent pixels if
/// there are any.
Recipe with_fewer_colors(Recipe recipe, std::uint32_t most, bool has_transparent) {
    PaletteRecipe& palette = recipe.palette;
    const std::uint32_t room = most - (has_transparent || recipe.output.transparent_index ? 1 : 0);
    if (!palette.strict) palette.set_colors(std::min(palette.colors.value_or(room), room));
    return recipe;
}

/// The same, also with at most as many pairs of colour and alpha.
Recipe with_fewer_pairs(Recipe recipe, std::uint32_t most) {
    AlphaMode& alpha = recipe.source.alpha;
    const auto pairs = static_cast<std::uint16_t>(most);
    if (alpha.kind == AlphaMode::Kind::keep) alpha = {.kind = AlphaMode::Kind::levels, .levels = pairs};
    alpha.levels = std::min(alpha.levels, pairs);
    return recipe;
}

bool has_transparent_pixels(const ImageView& image) {
    return std::ranges::any_of(image.pixels, [](Rgba8 pixel) { return pixel.a == 0; });
}

void check_entries(const huedrift_settings& settings, const huedrift_result& result) {
    const std::size_t entries = result.entries.size();
    if (settings.entries && entries > *settings.entries)
        throw Error(ErrorKind::output, "the palette has " + std::to_string(entries) +
                                           " entries, and the other settings leave no way to the " +
                                           std::to_string(*settings.entries) + " of \"entries\"");
}

std::unique_ptr<huedrift_result> reduce(huedrift_picture& picture, const huedrift_settings& settings,
                                        Progress& progress) {
    const RecipeRequest request = request_of(settings);
    picture.use(settings.engine);
    // Shares of the time, roughly.
    Progress choosing(progress, 0, 0.1), reducing(progress, 0.1, 0.8), painting(progress, 0.8, 0.9),
        again(progress, 0.9, 1);
    const ChosenRecipe chosen = choose_recipe(request, picture.pipeline, choosing);
    choosing.report(1);
    auto reduced = picture.pipeline.reduce(chosen.recipe, reducing);
    auto result = std::make_unique<huedrift_result>(picture.pipeline, reduced, nullptr, painting);
    if (settings.entries && result->entries.size() > *settings.entries) {
        const Recipe fewer =
            with_fewer_colors(chosen.recipe, *settings.entries, has_transparent_pixels(*result->output));
        reduced = picture.pipeline.reduce(with_fewer_pairs(fewer, *settings.entries), again);
        result = std::make_unique<huedrift_result>(picture.pipeline, reduced, nullptr, again);
        check_entries(settings, *result);
    }
    std::vector<std::string> notes = palette_notes(request, *reduced);
    if (!chosen.note.empty()) notes.push_back(chosen.note);
    std::ranges::move(result->notes, std::back_inserter(notes));
    std::ranges::move(picture.take_notes(), std::back_inserter(notes));
    result->notes = std::move(notes);
    result->threads = settings.engine.threads;
    progress.throw_if_cancelled();
    return result;
}

}
}

huedrift_result* huedrift_reduce(huedrift_picture* picture, const huedrift_settings* settings,
                                 huedrift_job* job, huedrift_failure* failure) {
    using namespace huedrift;
    std::unique_ptr<huedrift_result> result;
    answer(job, failure, [&](Progress& progress) {
        require(picture, "picture");
        require(settings, "settings");
        run(settings->engine.threads, [&] { result = reduce(*picture, *settings, progress); });
    });
    return result.release();
}

struct huedrift_group {
    /// Throws Error(usage) for settings that images cannot share.
    explicit huedrift_group(const huedrift_settings& given)
        : settings(given), request(huedrift::request_of(given, true)) {}

    const huedrift_settings settings;
    const huedrift::RecipeRequest request;
    huedrift::ColorTable table;
    bool has_transparent = false;                  ///< pixels
    std::optional<huedrift::SharedPalette> shared; ///< once it is found
    std::vector<std::string> notes;                ///< about it
};

namespace huedrift {
namespace {

/// Counts all pixels of the picture, or none if it throws.
void count(huedrift_group& group, huedrift_picture& picture, const Progress& progress) {
    if (group.shared) refuse_usage("the palette of the group is found already");
    const auto prepared = picture.pipeline.prepare_picture(group.request.recipe, progress);
    const ColorTable table(prepared->colors);
    progress.throw_if_cancelled();
    group.table.add(table);
    group.has_transparent = group.has_transparent || has_transparent_pixels(*prepared->image);
}

void find(huedrift_group& group, Progress& progress) {
    if (group.shared) return;
    if (group.table.size() == 0) refuse_usage("the group has counted no visible pixels");
    std::vector<std::string> told;
    const EnginePool pool(group.settings.engine);
    const auto engine = pool.engine([&](const std::string& sentence) { told.push_back(sentence); });
    Pipeline pipeline;
    pipeline.use(*engine);
    const auto document = pipeline.open(
        document_of(std::make_shared<const ColorTable>(group.table), std::filesystem::path("all images")));
    Progress choosing(progress, 0, 0.1), reducing(progress, 0.1, 0.9), again(progress, 0.9, 1);
    const ChosenRecipe chosen = choose_recipe(group.request, pipeline, choosing);
    choosing.report(1);
    SharedPalette shared = share_palette(pipeline.reduce(chosen.recipe, reducing));
    if (const auto most = group.settings.entries; most && shared.colors.list().size() > *most - 1) {
        const Recipe fewer = with_fewer_colors(chosen.recipe, *most, group.has_transparent);
        shared = share_palette(pipeline.reduce(fewer, again));
    }
    group.notes = document->notes;
    if (!chosen.note.empty()) group.notes.push_back(chosen.note);
    std::ranges::move(palette_notes(group.request, *shared.found), std::back_inserter(group.notes));
    std::ranges::move(told, std::back_inserter(group.notes));
    group.shared = std::move(shared);
}

std::unique_ptr<huedrift_result> reduce_shared(const huedrift_group& group, huedrift_picture& picture,
                                               Progress& progress) {
    if (!group.shared) refuse_usage("the palette of the group is not found yet");
    const auto reduced = picture.pipeline.apply_palette(group.shared->found, progress);
    auto result = std::make_unique<huedrift_result>(picture.pipeline, reduced, &*group.shared, progress);
    check_entries(group.settings, *result);
    result->notes.insert(result->notes.begin(), group.notes.begin(), group.notes.end());
    result->threads = group.settings.engine.threads;
    progress.throw_if_cancelled();
    return result;
}

}
}

using namespace huedrift;

huedrift_group* huedrift_group_new(const huedrift_settings* settings, huedrift_failure* failure) {
    huedrift_group* made = nullptr;
    answer(failure, [&] {
        require(settings, "settings");
        made = new huedrift_group(*settings);
    });
    return made;
}

void huedrift_group_free(huedrift_group* group) { delete group; }

huedrift_code huedrift_group_count(huedrift_group* group, huedrift_picture* picture, huedrift_job* job,
                                   huedrift_failure* failure) {
    return answer(job, failure, [&](Progress& progress) {
        require(group, "group");
        require(picture, "picture");
        run(group->settings.engine.threads, [&] { count(*group, *picture, progress); });
    });
}

huedrift_code huedrift_group_find(huedrift_group* group, huedrift_job* job, huedrift_failure* failure) {
    return answer(job, failure, [&](Progress& progress) {
        require(group, "group");
        run(group->settings.engine.threads, [&] { find(*group, progress); });
    });
}

huedrift_result* huedrift_group_reduce(const huedrift_group* group, huedrift_picture* picture,
                                       huedrift_job* job, huedrift_failure* failure) {
    std::unique_ptr<huedrift_result> result;
    answer(job, failure, [&](Progress& progress) {
        require(group, "group");
        require(picture, "picture");
        run(group->settings.engine.threads, [&] { result = reduce_shared(*group, *picture, progress); });
    });
    return result.release();
}
