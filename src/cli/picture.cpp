#include "cli/picture.h"

#include "base/error.h"
#include "cli/progress_bar.h"
#include "image/load.h"

#include <exception>
#include <utility>

namespace huedrift {

Image read_picture(const Location& input) {
    LoadedImage loaded = load_image_file(input);
    tell_notes(input.name(), loaded.notes);
    return std::move(loaded.image);
}

void open_colors(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits) {
    const auto document = pipeline.open(load_colors(input, limits, recipe.source.profile));
    check_colors(*document, recipe, "use them with count");
    tell_notes(input.name(), document->notes);
}

void check_colors(const Document& document, const Recipe& recipe, const std::string& remedy) {
    if (document.table && (recipe.source.smooth != 0 || recipe.source.alpha.changes_source()))
        throw Error(ErrorKind::usage, document.path.name() +
                                          ": a colour table has no pixels for --smooth or --alpha; " +
                                          remedy);
}

void tell_notes(const std::string& input, const std::vector<std::string>& notes) {
    for (const std::string& note : notes) complain(input + ": " + note);
}

ColorTable count_inputs(const BatchRequest& request, bool quiet, Batch& batch,
                        const std::function<void(std::size_t, const std::optional<Failure>&)>& counted) {
    BatchBar bar(request.jobs.size(), !quiet);
    const auto report = [&](std::size_t i, const BatchOutcome& outcome) {
        if (!outcome.begun) return;
        const std::string name = request.jobs[i].input.name();
        bar.clear();
        if (!quiet) tell_notes(name, outcome.notes);
        counted(i, batch.run(name, [&] {
            if (outcome.failure) std::rethrow_exception(outcome.failure);
        }));
        bar.count();
    };
    Progress progress; // a signal ends the program at once
    ColorTable sum = tabulate_colors(request, report, progress);
    bar.clear();
    return sum;
}

}
