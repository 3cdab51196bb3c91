#include "cli/picture.h"

#include "base/error.h"
#include "base/in_order.h"
#include "cli/failure.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "image/load.h"

#include <cstdio>
#include <utility>
#include <vector>

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

ColorTable count_inputs(std::span<const std::string> names, std::size_t at_once, bool quiet, Batch& batch,
                        const std::function<ColorTable(std::size_t)>& table_of,
                        const std::function<void(std::size_t, const std::optional<Failure>&)>& counted) {
    struct Counted {
        bool begun = false;
        std::optional<Failure> failure{};
        std::string said{};
        ColorTable table{};
    };
    std::vector<Counted> all(names.size());
    BatchBar bar(names.size(), !quiet);
    ColorTable sum;
    in_order(
        names.size(), at_once,
        [&](std::size_t i) {
            if (interrupted()) return;
            all[i].begun = true;
            HeldSentences held;
            all[i].failure = run_guarded(names[i], [&] { all[i].table = table_of(i); });
            all[i].said = held.take();
        },
        [&](std::size_t i) {
            Counted one = std::exchange(all[i], {});
            if (!one.begun) return;
            bar.clear();
            std::fputs(one.said.c_str(), stderr);
            if (!one.failure) one.failure = run_guarded(names[i], [&] { sum.add(one.table); });
            batch.note(one.failure);
            counted(i, one.failure);
            bar.count();
        });
    bar.clear();
    return sum;
}

}
