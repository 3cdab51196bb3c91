#include "cli/picture.h"

#include "base/error.h"
#include "cli/failure.h"
#include "image/load.h"

namespace huedrift {

Image read_picture(const Location& input, const LoadLimits& limits) {
    LoadedImage loaded = load_image_file(input, limits);
    tell_notes(input, loaded.notes);
    return std::move(loaded.image);
}

void open_input(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits,
                bool quiet, const Progress* progress) {
    const auto document = pipeline.open(input, limits, progress, recipe.source.profile);
    if (!quiet) tell_notes(input, document->notes);
}

void open_colors(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits,
                 bool quiet) {
    const auto document = pipeline.open_colors(input, limits, recipe.source.profile);
    if (document->table && (recipe.source.smooth != 0 || recipe.source.alpha.changes_source()))
        throw Error(ErrorKind::usage, input.name() +
                                          ": a colour table has no pixels for --smooth or --alpha; " +
                                          "use them with count");
    if (!quiet) tell_notes(input, document->notes);
}

void tell_notes(const Location& input, const std::vector<std::string>& notes) {
    for (const std::string& note : notes) complain(input.name() + ": " + note);
}

}
