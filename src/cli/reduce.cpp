#include "cli/reduce.h"

#include "base/in_order.h"
#include "base/input_file.h"
#include "base/memory_limit.h"
#include "base/progress.h"
#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/picture.h"
#include "cli/progress_bar.h"
#include "cli/report.h"
#include "engines/engine_pool.h"
#include "palette/palette_file.h"
#include "pipeline/file_colors.h"
#include "pipeline/palette_input.h"
#include "reduction/color_table.h"
#include "reduction/engine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

namespace huedrift {
namespace {

constexpr const char* reduce_examples = R"(Examples:
  huedrift-cli reduce photo.jpg -o few.png
      Uses 32 colours, dithered where it shows; enlarged pixel art gets one pixel for each cell.
  huedrift-cli reduce photo.jpg -o poster.png --look poster
      Makes large calm areas of 12 colours.
  huedrift-cli reduce art.png -o art16.png --colors 16 --indexed --palette art.gpl
      Writes 16 colours as an indexed PNG, and the palette for GIMP.
  huedrift-cli reduce photo.jpg -o flat.png -r 0.1
      The radius alone decides how many colours remain.
  huedrift-cli reduce photo.jpg -o flat8.png -r 0.05 --colors 8 --weighting palette
      Joins colours until 8 remain; every distinct colour counts once.
  huedrift-cli reduce icon.png -o icon8.png --indexed --alpha threshold:128 --transparent-index 0
      Makes edges hard; index 0 is transparent.
  huedrift-cli reduce map.png -o flat.png --pin cc0000 --to ours.gpl
      Keeps a red, and maps all other colours to a palette.
  huedrift-cli reduce scan.png -o clean.png --smooth 2 --dither off
      First blurs the picture to remove noise and dithering.
  huedrift-cli reduce logo.jpg -o clean.png --look flat --defringe 2 --min-region 20
      Removes grey rims and specks.
  huedrift-cli reduce map.png -o flat.png --masks parts --svg flat.svg
      Splits the picture by colour, for cutters, printers and tracers.
  huedrift-cli reduce sprite.png -o sprite16.png --look pixel-art --colors 16 --scale 8
      Turns enlarged pixel art back into pixels, each eight pixels wide.
  huedrift-cli reduce photo.jpg -o few.png --to game.gpl --dither ordered
      Dithers to the colours of a palette.
  huedrift-cli reduce *.png --output-dir out --force
      Reduces many pictures; if one fails, the others continue.
  huedrift-cli reduce *.png --output-dir out --resume
      Makes only the results that are still missing.
  huedrift-cli reduce frames/*.png --output-dir flat --together --colors 32 --indexed
      Finds one palette for all pictures, with the same indices.
  huedrift-cli reduce clip.gif -o small.gif --colors 32
      Reduces all frames of an animation to one palette; dithered ones do not flicker.
  curl -s https://example.org/a.png | huedrift-cli reduce - -o - > b.png
      Reads standard input and writes standard output.)";

/// Loads the colour table of --counts. Throws Error(input).
Document load_table(const Location& input) {
    const std::vector<std::byte> file = read_input(input, LoadLimits{}.max_file_bytes);
    return document_of(std::make_shared<const ColorTable>(decode_color_table(file, input.name())), input);
}

using Json = nlohmann::ordered_json;

/// The outcome of a job, kept until its turn in the report.
struct JobReport {
    Stopwatch watch{};                 ///< of the work, loading included
    std::vector<std::string> notes{};  ///< told about the picture
    std::vector<std::string> device{}; ///< sentences about the device
    std::string summary{};
    bool is_source = false; ///< as in ReduceResult
    Json result{};
};

/// Reduces the open picture and writes its result, with its own palette if `shared` is null. One of several
/// jobs has a `whole` that cancels it; a single one shows a bar and handles signals.
ReduceResult reduce_one(const ReduceRequest& request, const BatchJob& job, Pipeline& pipeline,
                        const SharedPalettes* shared, Progress* whole, JobReport& report) {
    const WriteRequest write = write_request(request, job);
    const auto tell = [&](const std::vector<std::string>& notes) {
        report.notes.insert(report.notes.end(), notes.begin(), notes.end());
    };
    check_frames(request, *pipeline.document());
    pipeline.use(request.masks);

    ProgressBar bar(job.input.name(), !request.quiet && !whole);
    Progress alone([&](double share) { bar.show(share); });
    Progress progress(whole ? *whole : alone, 0, whole ? 0 : 1);
    std::optional<CancelOnSignal> cancel_on_signal;
    if (!whole) cancel_on_signal.emplace(alone);
    const SharedPalette* const palette = shared ? &shared->palettes.front() : nullptr;
    Progress choosing(progress, 0, 0.2);
    const ChosenRecipe chosen =
        shared ? ChosenRecipe{.recipe = palette->reduced->recipe, .look = shared->choice.look}
               : choose_recipe(request, pipeline, choosing);
    Progress reducing(progress, progress.share(), 1); // the choice of a given look takes no time
    const auto reduced = shared ? pipeline.apply_palette(palette->reduced, reducing)
                                : pipeline.reduce(chosen.recipe, reducing);
    const auto indexed = pipeline.index_output(reduced, reducing);
    bar.clear();
    const std::size_t colors = pipeline.output_colors(reduced, progress);
    std::vector<std::string> notes = palette_notes(request, *reduced);
    if (!chosen.note.empty()) notes.push_back(chosen.note);
    const LabelSteps& steps = reduced->recipe.labels;
    const auto labelled =
        steps.grid.is_on() || steps.tiles || request.json ? pipeline.find_labels(reduced, progress) : nullptr;
    if (steps.grid.is_on() && !labelled->has_cells) notes.push_back(text_of(*labelled));
    if (may_lack_entries(request, write, *reduced)) {
        const std::string note = entries_note(request, indexed->values);
        if (!note.empty()) notes.push_back(note);
    }
    tell(notes);

    double encoding = 0, writing = 0;
    if (write.indexed || written_format(job.format).indexing == Indexing::always)
        check_entries(job.format, colors, indexed->values);
    ResultWriter writer;
    timed(encoding, [&] { writer.encode(write, reduced, palette, pipeline, progress); });
    progress.throw_if_cancelled();
    const bool is_source = !writer.kept().empty();
    const Metadata metadata =
        result_metadata(write, *pipeline.document(), {indexed->plane.width(), indexed->plane.height(), {}});
    const bool is_png = written_format(job.format).indexing == Indexing::where_smaller;
    if (!is_source)
        tell(encoding_losses(is_png ? ImageView{} : *pipeline.make_output(reduced, progress), job.format,
                             pipeline.document()->colors, output_resolution(reduced, pipeline, progress),
                             write.indexed));
    const std::vector<std::string> lost = is_source ? writer.kept() : metadata_losses(job.format, metadata);
    tell(lost);
    const std::vector<std::string> cut = timed(writing, [&] { return writer.write(write.overwrite); });
    tell(cut);
    ReduceResult result{.job = job, .look = chosen.look, .reduced = reduced, .output_colors = colors};
    if (indexed->has_levels) result.entries = distinct_values(indexed->values).size();
    result.is_source = is_source;
    result.metadata = kept_metadata(job.format, is_source ? pipeline.document()->metadata : metadata);
    result.notes = pipeline.document()->notes;
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
    result.notes.insert(result.notes.end(), lost.begin(), lost.end());
    result.notes.insert(result.notes.end(), cut.begin(), cut.end());
    result.notes.insert(result.notes.end(), report.device.begin(), report.device.end());
    result.times = pipeline.times();
    result.times.push_back({"encode", encoding});
    result.times.push_back({"write", writing});
    result.seconds = report.watch.seconds();
    if (labelled && (labelled->has_cells || labelled->tiles)) result.cells = text_of(*labelled);
    if (request.json) {
        result.difference = picture_difference(
            *pipeline.document()->image, labelled->has_cells ? paint_as_source(*labelled, *reduced, progress)
                                                             : *pipeline.make_output(reduced, progress));
        result.changes = labelled->changes;
        result.grid = labelled->grid;
        result.tiles = labelled->tiles;
        result.parts = parts(*labelled, FileColors(*labelled, *reduced, progress), *reduced, progress);
    }
    return result;
}

/// All pictures of a request, one after the other or at the same time; reports them in order.
class ReduceBatch {
public:
    explicit ReduceBatch(const ReduceRequest& request)
        : request_(request), jobs_(plan(request)), engines_(request.engine, request.devices) {}

    int run() {
        if (!request_.output_dir.empty()) make_folder(request_.output_dir);
        find_palette();
        if (!request_.shares || shared_) reduce_jobs();
        if (kept_sources_ > 0 && jobs_.size() > 1 && !request_.quiet)
            say(std::to_string(kept_sources_) + " of " + std::to_string(jobs_.size()) +
                " results were not smaller than their sources; the source files were written instead");
        if (request_.json)
            report_.end(
                {{"failures", failures_},
                 {"skipped", skipped_},
                 {"kept_sources", kept_sources_},
                 {"shared", shared_ ? to_json(shared_->palettes.front(), shared_notes_) : Json(nullptr)},
                 {"peak_memory", peak_memory()}});
        return batch_.exit_code();
    }

private:
    /// Finds the shared palette and writes it if the request names a file.
    void find_palette() {
        if (!request_.shares) return;
        const std::filesystem::path& target = request_.write.palette;
        check_targets({.palette = target, .overwrite = request_.overwrite()});
        Document colors = request_.together ? count_together() : load_table(request_.counts);
        if (jobs_.empty() || !batch_.goes_on()) return;
        const std::unique_ptr<Engine> engine = engines_.engine([this](const std::string& sentence) {
            complain(sentence);
            shared_notes_.push_back(sentence);
        });
        const std::string name = colors.path.name();
        ProgressBar bar(name, !request_.quiet);
        Progress progress([&](double share) { bar.show(share); });
        const CancelOnSignal cancel_on_signal(progress);
        shared_ = find_shared(
            std::move(colors), *engine,
            [this](Pipeline& pipeline, Progress& part) { return choose_recipe(request_, pipeline, part); },
            {}, progress);
        bar.clear();
        std::vector<std::string> notes = shared_->notes;
        const SharedPalette& palette = shared_->palettes.front();
        std::ranges::move(palette_notes(request_, *palette.reduced), std::back_inserter(notes));
        tell_shared(name, notes);
        if (target.empty()) return;
        const std::vector<std::string> cut = notes_on_links({&target, 1});
        write_file_atomically(target,
                              encode_palette(palette.colors.list_in_files(), palette_format_of(target), name),
                              request_.overwrite());
        tell_shared(name, cut);
    }

    void tell_shared(const std::string& name, const std::vector<std::string>& notes) {
        if (!request_.quiet) tell_notes(name, notes);
        shared_notes_.insert(shared_notes_.end(), notes.begin(), notes.end());
    }

    /// Counts the colours of all pictures. Removes those that cannot be read from the jobs.
    Document count_together() {
        BatchRequest pictures = batch();
        pictures.resume = false;
        std::vector<BatchJob> counted;
        ColorTable sum =
            count_inputs(pictures, request_.quiet, batch_, [&](std::size_t i, const auto& failure) {
                if (failure)
                    fail(jobs_[i], *failure);
                else
                    counted.push_back(jobs_[i]);
            });
        jobs_ = std::move(counted);
        return document_of(std::make_shared<const ColorTable>(std::move(sum)),
                           std::filesystem::path("all pictures"));
    }

    /// The pictures, without engines.
    BatchRequest batch() const {
        return {.jobs = jobs_,
                .at_once = jobs_at_once(request_.jobs, request_.inputs),
                .memory = request_.jobs || jobs_.size() < 2 ? std::nullopt : std::optional(memory_limit()),
                .resume = request_.resume,
                .keeps_times = request_.write.keep_times,
                .limits = request_.limits,
                .recipe = request_.recipe,
                .make_filter = [this] { return engines_.filter(); }};
    }

    void reduce_jobs() {
        BatchRequest pictures = batch();
        const std::size_t at_once = pictures.at_once;
        BatchBar bar(jobs_.size(), at_once > 1 && !request_.quiet);
        Progress whole;
        std::optional<CancelOnSignal> cancel_on_signal;
        if (at_once > 1) cancel_on_signal.emplace(whole);
        std::vector<JobReport> reports(jobs_.size());
        pictures.make_engine = [&](std::size_t i) {
            return engines_.engine(
                [&device = reports[i].device](const std::string& sentence) { device.push_back(sentence); });
        };
        BatchWork work;
        work.check = [&](std::size_t i) {
            reports[i].watch = {};
            check_targets(write_request(request_, jobs_[i]));
        };
        work.reduce = [&](std::size_t i, Pipeline& pipeline, Progress&) {
            JobReport& report = reports[i];
            const ReduceResult result =
                reduce_one(request_, jobs_[i], pipeline, shared_ ? &*shared_ : nullptr,
                           at_once > 1 ? &whole : nullptr, report);
            report.is_source = result.is_source;
            report.summary = summary(result);
            if (request_.json) report.result = to_json(result);
        };
        work.report = [&](std::size_t i, const BatchOutcome& outcome) {
            bar.clear();
            tell(jobs_[i], outcome, std::exchange(reports[i], {}));
            if (interrupted()) whole.cancel(); // also while a single job handles signals
            bar.count();
        };
        run_batch(pictures, work, whole);
    }

    void tell(const BatchJob& job, const BatchOutcome& outcome, const JobReport& report) {
        if (!outcome.begun) {
            batch_.goes_on(); // reports an interruption
            return;
        }
        const std::string name = job.input.name();
        for (const std::string& sentence : report.device) complain(sentence);
        if (!request_.quiet) tell_notes(name, outcome.notes);
        if (!request_.quiet) tell_notes(name, report.notes);
        const auto failure = batch_.run(name, [&] {
            if (outcome.failure) std::rethrow_exception(outcome.failure);
        });
        if (failure) {
            fail(job, *failure);
            return;
        }
        kept_sources_ += report.is_source;
        if (outcome.skipped) skipped_.push_back({{"input", job.input.word()}, {"output", job.output.word()}});
        if (!report.result.is_null()) report_.add(report.result);
        if (!request_.quiet)
            say(outcome.skipped ? name + ": skipped, " + job.output.word() + " is newer" : report.summary);
    }

    void fail(const BatchJob& job, const Failure& failure) {
        failures_.push_back(
            {{"input", job.input.word()}, {"exit_code", failure.exit_code}, {"sentence", failure.sentence}});
    }

    const ReduceRequest& request_;
    std::vector<BatchJob> jobs_;
    EnginePool engines_;
    std::optional<SharedPalettes> shared_;
    std::vector<std::string> shared_notes_; ///< messages about the shared palette and its device
    Batch batch_;
    GrowingReport report_{"reduce", "results"};
    std::size_t kept_sources_ = 0; ///< sources written in place of a result
    Json failures_ = Json::array(), skipped_ = Json::array();
};

/// Loads the palette to map to. In its order, transparent pixels keep the index that it has for them.
void take_palette(ReduceRequest& request) {
    if (request.to == own_palette_word) {
        request.given.emplace_back(&recipe_row("to"), request.to);
        return;
    }
    PaletteInput palette = palette_named(request.to);
    request.given.emplace_back(&recipe_row("to"), word_of(palette.colors));
    const bool keeps_order = with_settings({}, request.given).output.order == SwatchOrder::given;
    if (!keeps_order && palette.transparent && request.gives("reserve")) { // indices are those of the file
        palette.colors.insert(palette.colors.begin() + *palette.transparent, palette.colors.front());
        if (!palette.names.empty()) palette.names.insert(palette.names.begin() + *palette.transparent, "");
        request.given.back().second = word_of(palette.colors);
        request.given.emplace_back(&recipe_row("reserve"), std::to_string(*palette.transparent));
    }
    if (keeps_order && palette.transparent && !request.gives("transparent-index"))
        request.given.emplace_back(&recipe_row("transparent-index"), std::to_string(*palette.transparent));
    request.names = std::move(palette.names);
}

/// Loads a mask, which is among the settings by its pixels.
void take_mask(ReduceRequest& request, const char* word, const std::string& file) {
    if (file.empty()) return;
    request.masks.push_back(load_mask(Location::named(file), request.limits));
    request.given.emplace_back(&recipe_row(word), word_of(request.masks.back()->id));
}

}

Command add_reduce(CLI::App& program) {
    Arguments arguments(program, "reduce", "Reduce the palette of pictures", reduce_examples);
    const auto request = std::make_shared<ReduceRequest>();
    request->before_word = "--";
    request->after_word = "";
    add_reduce_options(arguments, *request);
    return {arguments.app(), [request] {
                request->limits.keeps_file = request->write.keep_smaller;
                if (is_animated(format_of(*request))) request->limits.max_frames = LoadLimits::all_frames;
                if (!request->to.empty()) take_palette(*request);
                if (!request->written_as.empty())
                    request->given.emplace_back(&recipe_row("output-palette"),
                                                word_of(palette_named(request->written_as).colors));
                take_mask(*request, "importance", request->importance);
                take_mask(*request, "dither-mask", request->dither_mask);
                request->recipe = with_settings({}, request->given);
                request->wants_areas = request->write.parts.any();
                WriteRequest indexed = request->write;
                indexed.picture = std::filesystem::path("picture");
                indexed.format = format_of(*request);
                request->indexed = has_soft_palette(indexed);
                request->shares = request->together || !request->counts.empty();
                const auto threads = limit_threads(request->engine);
                return ReduceBatch(*request).run();
            }};
}

}
