#include "library/objects.h"

#include "base/error.h"
#include "engines/engine_pool.h"
#include "pipeline/file_colors.h"
#include "reduction/color_table.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

struct huedrift_picture {
    explicit huedrift_picture(huedrift::Image image) {
        pipeline.open(huedrift::document_of(std::move(image), std::filesystem::path("the image")));
    }

    /// Keeps the engine while the settings choose the same. Throws as EnginePool's constructor.
    void use(const huedrift::EngineChoice& choice) {
        if (engine_ && choice == choice_) return;
        const huedrift::EnginePool pool(choice);
        engine_ = pool.engine([this](const std::string& sentence) { notes_.push_back(sentence); });
        choice_ = choice;
        pipeline.use(*engine_);
    }
    /// Sentences about the device since the last call.
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }

    huedrift::Pipeline pipeline;

private:
    huedrift::EngineChoice choice_{};
    std::unique_ptr<huedrift::Engine> engine_{}; ///< null before the first choice
    std::vector<std::string> notes_{};
};

huedrift_picture* huedrift_picture_new(const huedrift_image* image, huedrift_failure* failure) {
    using namespace huedrift;
    huedrift_picture* picture = nullptr;
    answer(failure, [&] {
        require(image, "image");
        run({}, [&] { picture = new huedrift_picture(image_of(*image)); });
    });
    return picture;
}

void huedrift_picture_free(huedrift_picture* picture) { delete picture; }

namespace huedrift {
namespace {

bool has_transparent_pixels(const ImageView& image) {
    return std::ranges::any_of(image.pixels, [](Rgba8 pixel) { return pixel.a == 0; });
}

/// How many of `most` entries colours may have: transparent pixels have one of their own.
std::uint32_t room_for_colors(const Recipe& recipe, std::uint32_t most, bool has_transparent) {
    return std::max(most - (has_transparent || recipe.output.transparent_index ? 1 : 0), 1u);
}

void limit_colors(PaletteRecipe& palette, std::uint32_t most) {
    // A strict palette has the colours of the image.
    if (!palette.strict) palette.set_colors(std::min(palette.colors.value_or(most), most));
}

std::size_t colors_in(std::span<const Rgba8> entries) {
    std::vector<std::uint32_t> codes;
    codes.reserve(entries.size());
    for (const auto& [r, g, b, a] : entries)
        if (a > 0) codes.push_back(Rgb{r, g, b}.code());
    std::ranges::sort(codes);
    return std::size_t(std::unique(codes.begin(), codes.end()) - codes.begin());
}

/// The recipe with so few colours, or colours with alpha, that the result has at most `most` entries.
Recipe with_fewer_entries(const RecipeRequest& request, Recipe recipe, std::uint32_t most,
                          const huedrift_result& result) {
    if (recipe.labels.tiles) return recipe; // the number is that of each palette
    const AlphaKinds kinds = alpha_kinds(*result.output);
    const std::uint32_t room = room_for_colors(recipe, most, kinds.clear);
    AlphaMode& alpha = recipe.source.alpha;
    const bool joins = kinds.soft && alpha.kind == AlphaMode::Kind::keep;
    if ((!joins || recipe.palette.max_error) && colors_in(result.entries) > room)
        limit_colors(recipe.palette, room);
    if (joins) {
        const bool comes_first = request.gives("colors") && recipe.palette.colors.value_or(most) < most;
        return with_entries(std::move(recipe), most, kinds, comes_first);
    }
    if (alpha.kind == AlphaMode::Kind::levels)
        alpha.levels =
            static_cast<std::uint16_t>(std::min<std::uint32_t>(alpha.levels, kinds.clear ? most : room));
    return recipe;
}

void check_entries(const huedrift_settings& settings, const huedrift_result& result) {
    const std::size_t entries = result.entries.size();
    if (settings.entries && entries > *settings.entries)
        throw Error(ErrorKind::output, "the palette has " + std::to_string(entries) +
                                           " entries, and the other settings leave no way to the " +
                                           std::to_string(*settings.entries) + " of \"entries\"");
}

std::vector<std::string> notes_on(const RecipeRequest& request, const ChosenRecipe& chosen,
                                  const Reduced& reduced) {
    std::vector<std::string> notes = palette_notes(request, reduced);
    if (!chosen.note.empty()) notes.push_back(chosen.note);
    if (chosen.recipe.palette.max_error && !reduced.recipe.palette.max_error)
        notes.emplace_back("\"max-error\" needs more colours than \"entries\" allows");
    return notes;
}

std::unique_ptr<huedrift_result> reduce(huedrift_picture& picture, const huedrift_settings& settings,
                                        Progress& progress) {
    const RecipeRequest request = request_of(settings);
    picture.use(settings.engine);
    picture.pipeline.use(settings.masks);
    // Shares of the time, roughly.
    Progress choosing(progress, 0, 0.1), reducing(progress, 0.1, 0.8), painting(progress, 0.8, 0.9),
        again(progress, 0.9, 1);
    const ChosenRecipe chosen = choose_recipe(request, picture.pipeline, choosing);
    choosing.report(1);
    auto reduced = picture.pipeline.reduce(chosen.recipe, reducing);
    auto result = std::make_unique<huedrift_result>(picture.pipeline, reduced, nullptr, painting);
    if (settings.entries && result->entries.size() > *settings.entries) {
        const Recipe fewer = with_fewer_entries(request, chosen.recipe, *settings.entries, *result);
        reduced = picture.pipeline.reduce(fewer, again);
        result = std::make_unique<huedrift_result>(picture.pipeline, reduced, nullptr, again);
        check_entries(settings, *result);
    }
    std::vector<std::string> notes = notes_on(request, chosen, *reduced);
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
    huedrift::ColorTableSum sum;
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
    ColorTable table(prepared->colors);
    progress.throw_if_cancelled();
    group.sum.add(std::move(table));
    group.has_transparent = group.has_transparent || has_transparent_pixels(*prepared->image);
}

void find(huedrift_group& group, Progress& progress) {
    if (group.shared) return;
    const ColorTable& table = group.sum.table();
    if (table.size() == 0) refuse_usage("the group has counted no visible pixels");
    std::vector<std::string> device_notes;
    const EnginePool pool(group.settings.engine);
    const auto engine = pool.engine([&](const std::string& sentence) { device_notes.push_back(sentence); });
    Pipeline pipeline;
    pipeline.use(*engine);
    const auto document = pipeline.open(
        document_of(std::make_shared<const ColorTable>(table), std::filesystem::path("all images")));
    Progress choosing(progress, 0, 0.1), reducing(progress, 0.1, 0.9), again(progress, 0.9, 1);
    const ChosenRecipe chosen = choose_recipe(group.request, pipeline, choosing);
    choosing.report(1);
    SharedPalette shared = share_palette(pipeline.reduce(chosen.recipe, reducing), reducing);
    if (const auto most = group.settings.entries) {
        const std::uint32_t room = room_for_colors(chosen.recipe, *most, group.has_transparent);
        Recipe fewer = chosen.recipe;
        limit_colors(fewer.palette, room);
        const std::vector<Swatch> list = shared.colors.list();
        const auto colors = std::ranges::count(list, false, &Swatch::transparent);
        if (std::size_t(colors) > room) shared = share_palette(pipeline.reduce(fewer, again), again);
    }
    group.notes = document->notes;
    std::ranges::move(notes_on(group.request, chosen, *shared.reduced), std::back_inserter(group.notes));
    std::ranges::move(device_notes, std::back_inserter(group.notes));
    group.shared = std::move(shared);
}

std::unique_ptr<huedrift_result> reduce_shared(const huedrift_group& group, huedrift_picture& picture,
                                               Progress& progress) {
    if (!group.shared) refuse_usage("the palette of the group is not found yet");
    const auto reduced = picture.pipeline.apply_palette(group.shared->reduced, progress);
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
    huedrift_group* group = nullptr;
    answer(failure, [&] {
        require(settings, "settings");
        group = new huedrift_group(*settings);
    });
    return group;
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
