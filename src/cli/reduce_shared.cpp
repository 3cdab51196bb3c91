#include "cli/reduce_shared.h"

#include "base/input_file.h"
#include "cli/count_inputs.h"
#include "cli/interrupt.h"
#include "cli/jobs.h"
#include "cli/picture.h"
#include "cli/progress_bar.h"
#include "cli/reduce_plan.h"
#include "engines/engine_list.h"
#include "palette/palette_file.h"
#include "pipeline/written_colors.h"
#include "reduction/color_table_file.h"

#include <utility>

namespace huedrift {

Document load_table(const Location& input) {
    const std::vector<std::byte> file = read_input(input, LoadLimits{}.max_file_bytes);
    return document_of(std::make_shared<const ColorTable>(decode_color_table(file, input.name())), input);
}

Document count_together(const ReduceRequest& request, std::span<const ReduceJob> jobs, JobEngines& engines,
                        Batch& batch,
                        const std::function<void(const ReduceJob&, const std::optional<Failure>&)>& counted) {
    std::vector<std::string> names;
    for (const ReduceJob& job : jobs) names.push_back(job.input.name());
    ColorTable sum = count_inputs(
        names, jobs_at_once(request.jobs, request.inputs), request.quiet, batch,
        [&](std::size_t i) {
            const auto filter = engines.make_filter(request.recipe);
            Pipeline pipeline;
            pipeline.use(filter.get());
            open_input(pipeline, jobs[i].input, request.recipe, request.limits, request.quiet);
            return ColorTable(pipeline.prepare_picture(request.recipe)->colors);
        },
        [&](std::size_t i, const std::optional<Failure>& failure) { counted(jobs[i], failure); });
    return document_of(std::make_shared<const ColorTable>(std::move(sum)),
                       std::filesystem::path("all pictures"));
}

SharedLook find_shared(const ReduceRequest& request, Document table, Engine& engine,
                       std::vector<std::string>& notes) {
    const std::filesystem::path& target = request.write.palette;
    check_targets({.palette = target, .overwrite = request.overwrite()});
    Pipeline pipeline;
    pipeline.use(engine);
    const Location from = table.path;
    const auto document = pipeline.open(std::move(table));
    const auto tell = [&](const std::vector<std::string>& more) {
        if (!request.quiet) tell_notes(from, more);
        notes.insert(notes.end(), more.begin(), more.end());
    };
    tell(document->notes);

    ProgressBar bar(from.name(), !request.quiet);
    Progress progress([&](double share) { bar.show(share); });
    const CancelOnSignal cancel_on_signal(progress);
    const ChosenRecipe chosen = choose_recipe(request, pipeline, progress);
    SharedPalette shared = share_palette(pipeline.reduce(chosen.recipe, progress));
    bar.clear();
    if (!chosen.note.empty()) tell({chosen.note});
    tell(palette_notes(request, *shared.found));
    if (!target.empty())
        write_file_atomically(
            target,
            encode_palette(
                WrittenColors(shared.found->recipe, *shared.found->picture->document).listed(shared.list),
                palette_format_of(target), from.name()),
            request.overwrite());
    return {std::move(shared), chosen.look};
}

}
