#include "cli/reduce_shared.h"

#include "base/input_file.h"
#include "cli/batch_bar.h"
#include "cli/in_order.h"
#include "cli/interrupt.h"
#include "cli/job_threads.h"
#include "cli/picture.h"
#include "cli/progress_bar.h"
#include "cli/reduce_files.h"
#include "engines/engine_list.h"
#include "palette/palette_file.h"
#include "reduction/color_table_file.h"

#include <cstdio>
#include <utility>

namespace huedrift {

Document load_table(const std::string& input) {
    const std::vector<std::byte> file = read_input(input, LoadLimits{}.max_file_bytes);
    return document_of(std::make_shared<const ColorTable>(decode_color_table(file, input_name(input))),
                       input);
}

Document count_together(const ReduceRequest& request, std::span<const ReduceJob> jobs, Batch& batch,
                        const std::function<void(const ReduceJob&, const std::optional<Failure>&)>& counted) {
    struct Counted {
        bool begun = false;
        std::optional<Failure> failure{};
        std::string said{};
        ColorTable table{};
    };
    std::vector<Counted> all(jobs.size());
    const std::size_t at_once = jobs_at_once(request, jobs.size());
    const JobThreads threads(at_once);
    BatchBar bar(jobs.size(), !request.quiet);
    ColorTable sum;
    in_order(
        jobs.size(), at_once,
        [&](std::size_t i) {
            if (interrupted()) return;
            all[i].begun = true;
            HeldSentences held;
            all[i].failure = run_guarded(input_name(jobs[i].input), [&] {
                Pipeline pipeline;
                open_input(pipeline, jobs[i].input, request.limits, request.quiet);
                all[i].table = ColorTable(pipeline.picture(request.recipe)->colors);
            });
            all[i].said = held.take();
        },
        [&](std::size_t i) {
            const Counted one = std::exchange(all[i], {});
            if (!one.begun) return;
            bar.clear();
            std::fputs(one.said.c_str(), stderr);
            batch.note(one.failure);
            sum.add(one.table);
            counted(jobs[i], one.failure);
            bar.count();
        });
    bar.clear();
    return document_of(std::make_shared<const ColorTable>(std::move(sum)), "all pictures");
}

SharedPalette find_shared(const ReduceRequest& request, Document table, Engine& engine) {
    if (!request.palette.empty()) check_file(request.palette, request.overwrite());
    const std::unique_ptr<Engine> estimates = make_cpu_engine();
    const std::unique_ptr<Follower> follower = make_follower();
    Pipeline pipeline;
    pipeline.use(engine);
    pipeline.use_for_previews(*estimates, *follower);
    const std::string name = input_name(table.path);
    const auto document = pipeline.open(std::move(table));
    if (!request.quiet) tell_notes(name, document->notes);

    ProgressBar bar(name, !request.quiet);
    Progress progress([&](double share) { bar.show(share); });
    const CancelOnSignal cancel_on_signal(progress);
    SharedPalette shared = share(pipeline.reduce(request.recipe, progress));
    bar.clear();
    if (!request.quiet) tell_notes(name, shared.found->notes);
    if (!request.palette.empty()) {
        const std::vector<std::byte> bytes =
            encode_palette(shared.list, palette_format_of(request.palette), name);
        write_file_atomically(request.palette, bytes, request.overwrite());
    }
    return shared;
}

}
