#include "cli/picture.h"

#include "base/error.h"
#include "base/in_order.h"
#include "cli/failure.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "image/load.h"

#include <exception>
#include <utility>
#include <vector>

namespace huedrift {

Image read_picture(const Location& input, const LoadLimits& limits) {
    LoadedImage loaded = load_image_file(input, limits);
    tell_notes(input.name(), loaded.notes);
    return std::move(loaded.image);
}

void open_colors(Pipeline& pipeline, const Location& input, const Recipe& recipe, const LoadLimits& limits,
                 bool quiet) {
    const auto document = pipeline.open_colors(input, limits, recipe.source.profile);
    if (document->table && (recipe.source.smooth != 0 || recipe.source.alpha.changes_source()))
        throw Error(ErrorKind::usage, input.name() +
                                          ": a colour table has no pixels for --smooth or --alpha; " +
                                          "use them with count");
    if (!quiet) tell_notes(input.name(), document->notes);
}

void tell_notes(const std::string& input, const std::vector<std::string>& notes) {
    for (const std::string& note : notes) complain(input + ": " + note);
}

ColorTable
count_inputs(std::span<const std::string> names, std::size_t at_once, bool quiet, Batch& batch,
             const std::function<ColorTable(std::size_t, std::vector<std::string>& notes)>& table_of,
             const std::function<void(std::size_t, const std::optional<Failure>&)>& counted) {
    struct Counted {
        bool begun = false;
        std::exception_ptr failure{};
        std::vector<std::string> notes{};
        ColorTable table{};
    };
    std::vector<Counted> all(names.size());
    BatchBar bar(names.size(), !quiet);
    ColorTable sum;
    in_order(
        names.size(), at_once,
        [&](std::size_t i) {
            all[i].begun = !interrupted();
            if (!all[i].begun) return;
            try {
                all[i].table = table_of(i, all[i].notes);
            } catch (...) {
                all[i].failure = std::current_exception();
            }
        },
        [&](std::size_t i) {
            const Counted one = std::exchange(all[i], {});
            if (!one.begun) return;
            bar.clear();
            if (!quiet) tell_notes(names[i], one.notes);
            counted(i, batch.run(names[i], [&] {
                if (one.failure) std::rethrow_exception(one.failure);
                sum.add(one.table);
            }));
            bar.count();
        });
    bar.clear();
    return sum;
}

}
