#include "library/answer.h"
#include "library/job.h"
#include "library/picture.h"
#include "library/result.h"
#include "library/settings.h"

#include <iterator>

namespace huedrift {
namespace {

std::unique_ptr<huedrift_result> reduce(huedrift_picture& picture, const huedrift_settings& settings,
                                        Progress& progress) {
    const RecipeRequest request = request_of(settings);
    picture.engine.choose(settings.engine);
    // Shares of the time, roughly.
    Progress choosing(progress, 0, 0.1), reducing(progress, 0.1, 0.8), painting(progress, 0.8, 1);
    const ChosenRecipe chosen = choose_recipe(request, picture.pipeline, choosing);
    choosing.report(1);
    const auto reduced = picture.pipeline.reduce(chosen.recipe, reducing);
    auto result = std::make_unique<huedrift_result>(picture.pipeline, reduced, nullptr, painting);
    std::vector<std::string> notes = palette_notes(request, *reduced);
    if (!chosen.note.empty()) notes.push_back(chosen.note);
    std::ranges::move(result->notes, std::back_inserter(notes));
    std::ranges::move(picture.engine.take_notes(), std::back_inserter(notes));
    result->notes = std::move(notes);
    result->threads = settings.engine.threads;
    progress.throw_if_cancelled();
    return result;
}

}
}

huedrift_result* huedrift_reduce(huedrift_picture* picture, const huedrift_settings* settings,
                                 huedrift_job* job, huedrift_error* error) {
    using namespace huedrift;
    std::unique_ptr<huedrift_result> result;
    answer(error, [&] {
        require(picture, "picture");
        require(settings, "settings");
        CallProgress progress(job);
        run(settings->engine.threads, [&] { result = reduce(*picture, *settings, progress.whole()); });
        progress.whole().report(1);
    });
    return result.release();
}
