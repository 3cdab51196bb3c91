#include "session/session.h"

#include "pipeline/palette_input.h"

#include <algorithm>
#include <utility>

namespace huedrift {

Session::Session(JobThreads& threads, std::vector<EngineEntry> engines,
                 const std::optional<SessionSettings>& user_settings,
                 const std::filesystem::path& edits_folder)
    : model_(std::make_shared<const std::vector<EngineEntry>>(std::move(engines)), user_settings),
      memory_(threads, edits_folder), worker_(make_worker(model_)), runner_(threads),
      exporter_(threads, write_export), queue_exporter_(threads, model_.engines),
      palette_reader_(threads,
                      [](const std::filesystem::path& file, Progress&) { return load_palette(file); }),
      mask_reader_(threads, read_mask), tracer_(threads, trace), drifter_(threads, make_follower()),
      export_size_(threads, export_bytes), replaced_(threads, [](const PlannedExport& planned, Progress&) {
          if (const auto* const all = std::get_if<QueueExport>(&planned))
              return find_replaced(export_targets(*all), *all->files);
          const auto& [request, picture] = std::get<0>(planned);
          return find_replaced(export_targets(request), {&picture, 1});
      }) {}

Session::~Session() { finish_files(); }

void Session::finish_files() {
    runner_.cancel();
    queue_exporter_.cancel();
    queue_exporter_.finish();
    exporter_.finish();
    model_.history.end_gesture();
    note_edits();
    memory_.finish();
}

bool Session::poll() {
    const std::uint64_t revision = model_.revision, generation = model_.generation;
    const auto document = model_.document;
    const bool at_rest = runner_.alive() == 0; // checked first: the outbox is then complete
    runner_.deliver();
    if (model_.document != document) {
        // Their answers hold the pixels of the document before.
        tracer_.forget();
        drifter_.forget();
        export_size_.forget();
        memory_.open(model_.document);
    }
    for (const bool has_news :
         {tracer_.deliver(), drifter_.deliver(), export_size_.deliver(), replaced_.deliver()})
        if (has_news) ++model_.revision;
    if (exporter_.deliver()) end_export();
    if (queue_exporter_.deliver()) {
        if (!queue_exporter_.progress()->running) recheck_files();
        ++model_.revision;
    }
    if (palette_reader_.deliver()) offer_palette();
    if (mask_reader_.deliver()) offer_mask();
    const bool has_found = memory_.deliver();
    restore_edits();
    if (const auto failure = memory_.take_failure()) fail(failure->what());
    if (has_found || model_.revision != revision) note_edits();
    if (at_rest && generation == model_.generation && model_.activity != Activity::idle) {
        model_.begin(Activity::idle);
        ++model_.revision;
    }
    take_answers();
    return model_.revision != revision;
}

/// Shows the progress and the answers of the jobs.
void Session::take_answers() {
    model_.share = runner_.share();
    model_.exporting = exporter_.busy();
    model_.queue_export = queue_exporter_.progress();
    model_.queue_share = queue_exporter_.share();
    model_.traces = tracer_.answer().value_or(nullptr);
    model_.drift = drifter_.drift();
    model_.export_bytes = export_size_.answer();
    model_.export_refusal = export_size_.failure();
    model_.replaced = replaced_.answer().value_or(nullptr);
}

void Session::open(const std::vector<std::filesystem::path>& paths) {
    if (!paths.empty()) open_all({paths.begin(), paths.end()});
}

void Session::open_all(std::vector<Location> queue) {
    model_.queue = std::make_shared<const std::vector<Location>>(std::move(queue));
    model_.queue_index = 0;
    if (std::exchange(model_.linked, false)) model_.history.show_same_edits(model_.edited());
    start_opening({.path = model_.queue->front(), .skips = true});
}

void Session::add(const std::vector<std::filesystem::path>& paths) {
    if (paths.empty()) return;
    std::vector<Location> longer = *model_.queue;
    longer.insert(longer.end(), paths.begin(), paths.end());
    model_.queue_index = model_.queue->size();
    model_.queue = std::make_shared<const std::vector<Location>>(std::move(longer));
    start_opening({.path = paths.front(), .skips = true});
}

void Session::open_queued(std::size_t index) {
    if (index >= model_.queue->size()) return;
    model_.queue_index = index;
    start_opening({.path = (*model_.queue)[index]});
}

void Session::link(bool linked) {
    if (std::exchange(model_.linked, linked) != linked) model_.history.show_same_edits(model_.edited());
    mask_reader_.forget();   // masks are for single pictures
    model_.resolved.reset(); // the colours are those of other pictures
    model_.show_settings();
    request();
}

void Session::reload() {
    if (model_.document) start_opening({.path = model_.document->path, .offers = false});
}

void Session::start_opening(Opening file) {
    if (!model_.next_file) runner_.cancel(); // nobody waits for more of the open picture
    note_edits();
    model_.begin_opening(std::move(file));
    model_.mask_offer = nullptr;
    mask_reader_.forget(); // else a late answer replaces this file
    request();
}

void Session::set(Look look) {
    // The user has decided, even for the settings in force.
    model_.met.reset();
    model_.better_look.reset();
    ++model_.revision;
    const Recipe settings = with_look(*model_.settings, recipe_of(look));
    record(settings_of(settings), Gesture::complete);
    if (model_.history.is_set()) return;
    model_.history.record(model_.history.current(), true);
    show_current();
}

void Session::set(Recipe recipe, Weightings weightings, Gesture gesture) {
    if (!model_.keeps_colors) return record({std::move(recipe), weightings}, gesture);
    record({with_changes(*model_.settings, *model_.recipe, recipe), weightings}, gesture,
           clamped({recipe, weightings}).recipe);
}

void Session::set_radius(double radius, Gesture gesture) {
    if (!before_gesture_) before_gesture_ = model_.weightings;
    const Weightings before = *before_gesture_;
    if (gesture == Gesture::complete) before_gesture_.reset();
    const Recipe recipe = model_.recipe->with(each(before).front()).at(radius);
    const bool is_looks = before != Weightings::both && weighs_as_look(recipe);
    set(recipe, radius == 0 && is_looks ? Weightings::frequency : before, gesture);
}

/// Makes these the settings of all pictures, and their edits those of the open one. `shown`: the recipe that
/// the open picture has in their place until the worker finds it.
void Session::record(SessionSettings settings, Gesture gesture, const std::optional<Recipe>& shown) {
    if (const std::string refusal = too_long_list(settings.recipe); !refusal.empty()) return fail(refusal);
    settings = clamped(std::move(settings));
    if (settings.recipe != *model_.settings || settings.weightings != model_.weightings) {
        model_.is_untouched = model_.is_opening_undone = false;
        if (shown) model_.resolved = {of_picture(settings, {}), *shown};
    }
    model_.history.record(settings, gesture);
    show_current();
}

/// Goes over to the current settings of the history.
void Session::show_current() {
    const auto before = model_.settings;
    const Weightings weightings = model_.weightings;
    const bool suited = model_.suits_picture;
    model_.end_restoring();
    model_.show_settings();
    note_edits(); // the next poll may bring another picture
    const bool is_same = model_.weightings == weightings && *model_.settings == *before;
    if (is_same && model_.suits_picture == suited) return;
    const SessionSettings& all = model_.history.settings();
    const bool are_edits = all.weightings == weightings && all.recipe == with_edits(*before, {});
    if (model_.suits_picture || model_.history.is_only_grid())
        model_.user_settings.reset();
    else if (suited || !are_edits)
        model_.keep_own();
    request();
}

void Session::take_offer() {
    const auto offer = std::exchange(model_.offer, nullptr);
    if (!offer) return;
    if (memory_.is_searching()) recipe_taken_for_ = model_.document->path;
    memory_.take_found(); // the recipe has its own edits
    take_recipe(offer->recipe);
}

void Session::take_offer_to_source() {
    if (!model_.offer || model_.offer->source.empty()) return;
    const auto offer = std::exchange(model_.offer, nullptr);
    open({offer->source});
    recipe_taken_for_ = offer->source;
    model_.history.show(offer->source); // has the recipe's edits
    take_recipe(offer->recipe);
    model_.show_edits();
}

void Session::take_recipe(const Recipe& recipe) {
    const SessionSettings offered = clamped(settings_of(recipe));
    model_.offered_radius = offered.recipe.shift.radius;
    model_.end_restoring();
    model_.history.record(offered, true);
    model_.show_settings();
    request();
}

void Session::start_over() {
    if (model_.suits_picture) return;
    model_.history.record(clamped(first_settings()), false);
    show_current();
}

void Session::open_palette(const std::filesystem::path& path) {
    dismiss_notice();
    palette_reader_.ask_again(path);
}

void Session::offer_palette() {
    if (palette_reader_.failure()) return fail(palette_reader_.failure()->what());
    if (!palette_reader_.answer()) return; // a newer one is being read
    model_.palette_offer = std::make_shared<const PaletteOffer>(
        PaletteOffer{palette_reader_.request(), *palette_reader_.answer()});
    ++model_.revision;
}

void Session::take_palette(PaletteUse use) {
    const auto offer = std::exchange(model_.palette_offer, nullptr);
    if (!offer) return;
    model_.palettes.insert(model_.palettes.begin(), *offer);
    edit([&](Recipe& settings) { settings = with_palette(std::move(settings), offer->palette, use); });
}

void Session::open_or_offer(const std::filesystem::path& path, MaskUse likely) {
    if (!model_.document || model_.linked) return open_or_add(path);
    dismiss_notice();
    // A newer question takes the place of one that is open; its picture joins the queue all the same.
    const bool is_left = mask_reader_.busy() && mask_reader_.request().likely == MaskUse::picture;
    if (model_.queue->size() > 1 && is_left) add({mask_reader_.request().path});
    const ImageView frame = frame_of(*model_.document, *model_.document->image, 0);
    mask_reader_.ask_again({path, likely, frame.width, frame.height});
}

/// Null for another picture.
std::shared_ptr<const Mask> Session::read_mask(const MaskQuestion& question, const Progress&) {
    LoadLimits limits;
    if (question.likely == MaskUse::picture) // refuses larger pictures by their header
        limits.max_pixels = std::uint64_t(question.width) * std::uint64_t(question.height);
    const Image image = load_image_file(question.path, limits, nullptr, ProfileUse::ignore).image;
    const bool is_mask =
        image.width() == question.width && image.height() == question.height && is_grey(image);
    return is_mask ? mask_of(image) : nullptr;
}

void Session::open_or_add(const std::filesystem::path& path) {
    model_.queue->size() < 2 ? open({path}) : add({path});
}

void Session::offer_mask() {
    const auto& mask = mask_reader_.answer();
    if (!mask && !mask_reader_.failure()) return;         // a newer one is being read
    const MaskQuestion question = mask_reader_.request(); // opening forgets it
    const bool is_mask = mask && *mask;
    if (!is_mask && question.likely == MaskUse::picture) return open_or_add(question.path);
    if (mask_reader_.failure()) return fail(mask_reader_.failure()->what());
    if (!is_mask)
        return fail(question.path.filename().string() +
                    " is not a mask for this picture: a mask is grey and has " +
                    std::to_string(question.width) + " x " + std::to_string(question.height) + " pixels");
    model_.mask_offer = std::make_shared<const MaskOffer>(MaskOffer{question.path, *mask, question.likely});
    ++model_.revision;
}

void Session::take_mask(MaskUse use) {
    const auto offer = std::exchange(model_.mask_offer, nullptr);
    if (!offer) return;
    if (use == MaskUse::picture) return open_or_add(offer->path);
    model_.masks.push_back(offer->mask);
    model_.mask_files[offer->mask->id.hash] = offer->path;
    set(with_mask(*model_.recipe, offer->mask->id, use));
}

void Session::undo() {
    if (model_.undoes_opening()) {
        const Recipe plain = with_look(*model_.recipe, recipe_of(Look::photo));
        model_.history.replace(clamped(settings_of(plain)), true);
        model_.is_untouched = false;
        model_.is_opening_undone = true;
    } else {
        model_.history.undo();
    }
    show_current();
}

void Session::redo() {
    if (std::exchange(model_.is_opening_undone, false)) {
        model_.history.replace(clamped(first_settings()), false);
        model_.is_untouched = true;
    } else {
        model_.history.redo();
    }
    show_current();
}

void Session::step_radius(Direction direction) {
    model_.suits_picture = false; // unless there is no next radius
    request(direction);
}

void Session::cancel() {
    runner_.cancel();
    model_.end_opening(); // a radius that was not found has set nothing
    ++model_.revision;
}

void Session::choose_engine(const EngineChoice& choice) {
    model_.engine_choice = choice;
    model_.set_notice();
    request();
}

/// Whether the open picture had these edits when those of all pictures were forgotten.
bool Session::are_forgotten(const RecipeEdits& edits) const {
    const auto forgotten = forgotten_.find(model_.document->path);
    return forgotten != forgotten_.end() && forgotten->second == edits;
}

/// Gives the open picture the edits that it had in an earlier run, once its look is known, unless it offers a
/// recipe or one was taken for it. If it has edits, only the grid returns.
void Session::restore_edits() {
    if (model_.linked || model_.offer || (model_.awaits_look && model_.suits_picture)) return;
    const auto found = memory_.take_found();
    if (!found) return;
    const Location& picture = model_.document->path;
    if (recipe_taken_for_ == picture) {
        recipe_taken_for_ = {};
        return;
    }
    History& history = model_.history;
    SessionSettings restored = history.current();
    const bool is_edited = has_edits(restored.recipe); // they are newer
    const bool is_forgotten = are_forgotten(edits_of(restored.recipe));
    if (!is_edited) restored = of_picture(std::move(restored), edits_of(*found));
    GridChoice& grid = restored.recipe.labels.grid;
    const GridChoice& found_grid = found->labels.grid;
    const bool sets_grid = found_grid.is_on() && grid.is_on() && grid != found_grid;
    if (sets_grid) grid = found_grid;
    if (!is_edited || is_forgotten) memory_.assume(kept_part(restored.recipe));
    if (restored == history.current()) return;
    history.record(restored, history.is_set() || sets_grid, sets_grid && !history.is_set());
    model_.has_restored = model_.is_restored = true;
    model_.show_settings();
    request();
}

void Session::forget_edits() {
    memory_.forget();
    forgotten_ = model_.history.edits();
}

void Session::note_edits() {
    if (!model_.document || model_.linked || model_.history.in_gesture()) return;
    if (memory_.has_found() && are_forgotten(edits_of(*model_.settings))) return;
    memory_.note(kept_part(*model_.settings));
}

void Session::look_at(const std::shared_ptr<const Result>& result, Rgb color) {
    tracer_.ask({result, color});
    take_answers();
}

void Session::let_drift(const std::shared_ptr<const Result>& result, std::size_t max_points) {
    drifter_.look_at(result, max_points);
    take_answers();
}

bool Session::export_results(const ExportRequest& request) {
    const auto refuse = [&](const char* reason) {
        fail(reason);
        return false;
    };
    model_.exported = {}; // else it would seem to tell of this export
    if (exporter_.busy()) return refuse("another export is being written");
    const auto results = exact_results(request.weightings);
    if (results.empty())
        return refuse("the final result is not ready yet, and only final results are exported");
    dismiss_notice();
    exporter_.ask_again({request, results});
    take_answers();
    return true;
}

void Session::end_export() {
    recheck_files();
    if (exporter_.failure()) {
        fail(exporter_.failure()->what(), exporter_.failure()->refusal());
    } else {
        model_.exported = *exporter_.answer();
    }
    exporter_.forget(); // frees its pictures, too
    ++model_.revision;
}

std::vector<std::shared_ptr<const Result>> Session::exact_results(Weightings weightings) const {
    std::vector<std::shared_ptr<const Result>> results;
    for (const Weighting weighting : each(weightings)) {
        if (model_.state(weighting) != ResultState::exact) return {};
        results.push_back(model_.result(weighting));
    }
    return results;
}

void Session::recheck_files() {
    replaced_.forget();
    take_answers();
    ++model_.revision;
}

void Session::prepare_export(const ExportRequest& request) {
    replaced_.ask(std::pair(request, model_.document ? model_.document->path : Location()));
    measure_export(request);
}

void Session::measure_export(const ExportRequest& request) {
    const auto results = exact_results(request.weightings);
    // While the extension is unknown, its name may still be typed; the export itself then reports it.
    if (results.empty() || !format_named(request.write.picture.file()))
        export_size_.forget();
    else
        export_size_.ask({only_pictures(request), results});
    take_answers();
}

void Session::prepare_queue_export(QueueExport request) {
    if (model_.history.is_only_grid() && !request.linked) request.suits_picture = true;
    replaced_.ask(request);
    take_answers();
}

void Session::export_queue(QueueExport request) {
    if (!request.linked) request.edits = model_.history.edits();
    // Nobody has asked for a restored grid in other pictures.
    if (model_.history.is_only_grid() && !request.linked) request.suits_picture = true;
    request.masks = model_.masks;
    request.kept = memory_.kept();
    queue_exporter_.start(request, model_.engine_choice);
    take_answers();
}

void Session::request(std::optional<Direction> step, bool whole_curve) {
    ++model_.revision;
    const auto file = model_.next_file;
    if (!model_.document && !file) return;
    if (!model_.outdated_since) model_.outdated_since = std::chrono::steady_clock::now();
    model_.begin(file ? Activity::loading : step ? Activity::seeking : Activity::reducing);
    auto recipe = model_.settings;
    if (file && !model_.linked)
        recipe = std::make_shared<const Recipe>(with_edits(*recipe, model_.history.edits(file->path)));
    const double shown_radius = (file ? recipe : model_.recipe)->shift.radius;
    const Request next{.generation = ++model_.generation,
                       .file = file,
                       .recipe = recipe,
                       .weightings = model_.weightings,
                       .step = step ? std::optional(RadiusStep{*step, shown_radius}) : std::nullopt,
                       .whole_curve = whole_curve,
                       .linked = model_.linked ? model_.queue : nullptr,
                       .suggest =
                           !model_.history.is_set() || (file && model_.history.is_only_grid() && !step),
                       .masks = model_.masks,
                       .engine = model_.engine_choice};
    runner_.post([this, next](JobRunner::Run& run) { worker_(next, run); },
                 [this, file](const Error& error) { end_request(error, file); });
}

/// Goes on after a request that has failed; `file` was to be opened by it, if any.
void Session::end_request(const Error& error, const std::shared_ptr<const Opening>& file) {
    fail(error.what(), refusal_of(error));
    if (!file || file != model_.next_file) return; // it is already open, or was given up
    model_.end_opening();
    if (file->skips && model_.queue_index + 1 < model_.queue->size()) {
        start_opening({.path = (*model_.queue)[++model_.queue_index], .skips = true});
        model_.notice = error.what();
    } else if (model_.document && !model_.exact()) {
        request();
    }
}

}
