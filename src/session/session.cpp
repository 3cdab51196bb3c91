#include "session/session.h"

#include "pipeline/palette_input.h"

#include <algorithm>
#include <utility>

namespace huedrift {
namespace {

/// The settings before a picture is open, if the user has set nothing.
SessionSettings unset() { return settings_of(recipe_of(Look::photo)); }

}

Session::Session(JobThreads& threads, std::vector<EngineEntry> engines,
                 const std::optional<SessionSettings>& own)
    : history_(clamped(own.value_or(unset())), own.has_value()),
      own_(own ? std::optional(history_.current()) : std::nullopt),
      engines_(std::make_shared<const std::vector<EngineEntry>>(std::move(engines))),
      worker_(engines_, *this), runner_(threads),
      exporter_(threads,
                [](const Export& asked, Progress& progress) {
                    return write_export(asked.request, asked.results, progress);
                }),
      queue_exporter_(threads, engines_),
      palette_reader_(threads,
                      [](const std::filesystem::path& file, Progress&) { return load_palette(file); }),
      tracer_(threads, trace), drifter_(threads, make_follower()),
      export_size_(threads,
                   [](const Export& asked, Progress& progress) {
                       return export_bytes(asked.request, asked.results, progress);
                   }),
      replaced_(threads,
                [](const std::vector<WriteTarget>& asked, Progress&) {
                    return std::make_shared<const std::vector<std::filesystem::path>>(would_overwrite(asked));
                }),
      queue_replaced_(threads, [](const QueueExport& asked, Progress&) {
          return std::make_shared<const std::vector<std::filesystem::path>>(
              would_overwrite(export_targets(asked)));
      }) {
    take_current();
    snapshot_.engines = engines_;
}

Session::~Session() { finish_files(); }

void Session::finish_files() {
    runner_.cancel();
    queue_exporter_.cancel();
    queue_exporter_.finish();
    exporter_.finish();
}

bool Session::poll() {
    const std::uint64_t before = snapshot_.revision;
    const std::uint64_t request = last_request_;
    const bool at_rest = runner_.alive() == 0; // checked first: the outbox is then complete
    runner_.deliver();
    if (tracer_.deliver()) ++snapshot_.revision;
    if (drifter_.deliver()) ++snapshot_.revision;
    if (export_size_.deliver()) ++snapshot_.revision;
    if (replaced_.deliver()) ++snapshot_.revision;
    if (queue_replaced_.deliver()) ++snapshot_.revision;
    if (exporter_.deliver()) end_export();
    if (queue_exporter_.deliver()) {
        if (!queue_exporter_.progress()->running) recheck_files();
        ++snapshot_.revision;
    }
    if (palette_reader_.deliver()) offer_palette();
    if (at_rest && request == last_request_ && snapshot_.activity != Activity::idle)
        on_activity(Activity::idle, request);
    return snapshot_.revision != before;
}

const Snapshot& Session::snapshot() const {
    snapshot_.share = runner_.share();
    snapshot_.queue_export = queue_exporter_.progress();
    snapshot_.queue_share = queue_exporter_.share();
    snapshot_.elapsed =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - activity_since_).count();
    snapshot_.traces = tracer_.answer().value_or(nullptr);
    snapshot_.drift = drifter_.drift();
    snapshot_.export_bytes = export_size_.answer();
    // While the extension is unknown, its name may still be typed; the export itself then reports it.
    const auto& refusal = export_size_.failure();
    snapshot_.export_refusal = refusal && refusal->kind() == ErrorKind::output ? refusal->what() : "";
    snapshot_.replaced = replaced_.answer().value_or(nullptr);
    snapshot_.queue_replaced = queue_replaced_.answer().value_or(nullptr);
    snapshot_.can_undo = history_.can_undo() || undoes_opening();
    snapshot_.can_redo = history_.can_redo() || is_opening_undone_;
    return snapshot_;
}

void Session::open(const std::vector<std::filesystem::path>& paths) {
    if (!paths.empty()) open_all({paths.begin(), paths.end()});
}

void Session::open_all(std::vector<Location> queue) {
    snapshot_.queue = std::make_shared<const std::vector<Location>>(std::move(queue));
    snapshot_.queue_index = 0;
    if (std::exchange(snapshot_.linked, false)) history_.show_same_edits(edited());
    start_opening({.path = snapshot_.queue->front(), .skips = true});
}

void Session::add(const std::vector<std::filesystem::path>& paths) {
    if (paths.empty()) return;
    std::vector<Location> longer = *snapshot_.queue;
    longer.insert(longer.end(), paths.begin(), paths.end());
    const std::size_t first = snapshot_.queue->size();
    snapshot_.queue = std::make_shared<const std::vector<Location>>(std::move(longer));
    snapshot_.queue_index = first;
    start_opening({.path = paths.front(), .skips = true});
}

void Session::open_queued(std::size_t index) {
    if (index >= snapshot_.queue->size()) return;
    snapshot_.queue_index = index;
    start_opening({.path = (*snapshot_.queue)[index]});
}

/// Opens the next file of the queue after a failure; returns whether there is one.
bool Session::open_next(const Opening& failed) {
    if (!failed.skips || snapshot_.queue_index + 1 >= snapshot_.queue->size()) return false;
    const std::string notice = snapshot_.notice;
    start_opening({.path = (*snapshot_.queue)[++snapshot_.queue_index], .skips = true});
    snapshot_.notice = notice;
    return true;
}

void Session::link(bool linked) {
    if (std::exchange(snapshot_.linked, linked) != linked) history_.show_same_edits(edited());
    resolved_.reset(); // the colours are those of other pictures
    take_current();
    request();
}

void Session::reload() {
    if (snapshot_.document) start_opening({.path = snapshot_.document->path, .offers = false});
}

void Session::start_opening(const Opening& opening) {
    if (!opening_) runner_.cancel(); // nobody waits for more of the open picture
    Opening complete = opening;
    if (snapshot_.document && snapshot_.document->path == opening.path)
        complete.met = met_;
    else if (history_.is_set())
        complete.met = of_picture(history_.current(), {});
    opening_ = std::make_shared<const Opening>(std::move(complete));
    resolved_.reset();
    show_edits();
    snapshot_.opening = opening.path;
    snapshot_.notice.clear();
    request();
}

void Session::end_opening() {
    opening_ = nullptr;
    snapshot_.opening = {};
    show_edits();
}

/// The picture whose edits are shown; nowhere: pictures that share a palette share their edits. While another
/// one is loaded, the user still sees, and edits, the open one.
Location Session::edited() const {
    if (snapshot_.linked) return {};
    return snapshot_.document ? snapshot_.document->path : opening_ ? opening_->path : Location();
}

void Session::show_edits() {
    history_.show(edited());
    take_current();
}

void Session::set(const Recipe& recipe, Gesture gesture) { change({recipe, snapshot_.weightings}, gesture); }

void Session::set(Look look) {
    // The user has decided, even for the settings in force.
    met_.reset();
    snapshot_.better_look.reset();
    ++snapshot_.revision;
    change(settings_of(with_look(snapshot_.recipe, recipe_of(look))), Gesture::complete);
}

void Session::set(const Recipe& recipe, Weightings weightings, Gesture gesture) {
    change({recipe, weightings}, gesture);
}

void Session::change(const SessionSettings& asked, Gesture gesture) {
    if (const std::string refusal = too_long_list(asked.recipe); !refusal.empty()) return fail(refusal);
    SessionSettings settings = clamped(asked);
    // Edits of a picture whose few colours stay are no change of the settings.
    if (snapshot_.keeps_colors &&
        of_picture(settings, {}) == of_picture({snapshot_.recipe, snapshot_.weightings}, {}))
        settings = of_picture(resolved_->first, edits_of(asked.recipe));
    if (settings != history_.current()) is_untouched_ = is_opening_undone_ = false;
    history_.record(settings, gesture);
    show_current();
}

void Session::show_current() {
    const SessionSettings before = settings(), now = history_.current();
    const bool suited = snapshot_.suits_picture;
    take_current();
    if (now == before && snapshot_.suits_picture == suited) return;
    if (snapshot_.suits_picture)
        own_.reset();
    else if (suited || of_picture(now, {}) != of_picture(before, {}))
        keep(now);
    request();
}

void Session::take_current() {
    const SessionSettings settings = history_.current();
    const auto named = std::ranges::find(palettes_, settings.recipe.palette.to,
                                         [](const PaletteOffer& offer) { return offer.palette.colors; });
    snapshot_.palette_name = named == palettes_.end() ? "" : named->path.stem().string();
    snapshot_.weightings = settings.weightings;
    snapshot_.suits_picture = !history_.is_set();
    if (!snapshot_.suits_picture) snapshot_.plain_look.reset();
    if (met_ && (snapshot_.suits_picture || of_picture(settings, {}) != *met_)) {
        met_.reset();
        snapshot_.better_look.reset();
    }
    snapshot_.keeps_colors = resolved_ && resolved_->first == of_picture(settings, {});
    snapshot_.settings = snapshot_.recipe = settings.recipe;
    if (snapshot_.keeps_colors) snapshot_.recipe = with_edits(resolved_->second, edits_of(settings.recipe));
    snapshot_.look = look_of(settings.recipe);
}

void Session::keep(const SessionSettings& settings) {
    const double radius = own_.value_or(unset()).recipe.shift.radius;
    own_ = settings;
    own_->recipe = with_edits(own_->recipe, {});
    if (settings.recipe.shift.radius == offered_radius_)
        own_->recipe.shift.radius = radius;
    else
        offered_radius_.reset();
}

void Session::take_offer() {
    if (const auto offer = std::exchange(snapshot_.offer, nullptr)) take_recipe(offer->recipe);
}

void Session::take_offer_to_source() {
    if (!snapshot_.offer || snapshot_.offer->source.empty()) return;
    const auto offer = std::exchange(snapshot_.offer, nullptr);
    open({offer->source});
    history_.show(offer->source); // has the recipe's edits
    take_recipe(offer->recipe);
    show_edits();
}

void Session::take_recipe(const Recipe& recipe) {
    const SessionSettings offered = clamped(settings_of(recipe));
    offered_radius_ = offered.recipe.shift.radius;
    history_.record({offered, true});
    take_current();
    request();
}

void Session::start_over() {
    if (snapshot_.suits_picture) return;
    history_.record({clamped(unset()), false});
    show_current();
}

void Session::decline_offer() {
    snapshot_.offer = nullptr;
    ++snapshot_.revision;
}

void Session::open_palette(const std::filesystem::path& path) {
    dismiss_notice();
    palette_reader_.ask_again(path);
}

void Session::offer_palette() {
    if (palette_reader_.failure()) return fail(palette_reader_.failure()->what());
    if (!palette_reader_.answer()) return; // a newer one is being read
    snapshot_.palette_offer = std::make_shared<const PaletteOffer>(
        PaletteOffer{palette_reader_.asked(), *palette_reader_.answer()});
    ++snapshot_.revision;
}

void Session::take_palette(PaletteUse use) {
    const auto offer = std::exchange(snapshot_.palette_offer, nullptr);
    if (!offer) return;
    palettes_.insert(palettes_.begin(), *offer);
    set(with_palette(snapshot_.recipe, offer->palette, use));
}

void Session::decline_palette() {
    snapshot_.palette_offer = nullptr;
    ++snapshot_.revision;
}

void Session::undo() {
    if (undoes_opening()) {
        history_.replace(clamped(settings_of(with_look(snapshot_.recipe, recipe_of(*snapshot_.plain_look)))),
                         true);
        is_untouched_ = false;
        is_opening_undone_ = true;
    } else {
        history_.undo();
    }
    show_current();
}

void Session::redo() {
    if (std::exchange(is_opening_undone_, false)) {
        history_.replace(clamped(unset()), false);
        is_untouched_ = true;
    } else {
        history_.redo();
    }
    show_current();
}

void Session::step_radius(Direction direction) {
    snapshot_.suits_picture = false;
    request({.step = direction});
}

void Session::cancel() {
    runner_.cancel();
    end_opening(); // a radius that was not found has set nothing
    ++snapshot_.revision;
}

void Session::complete_curve() { request({.whole_curve = true}); }

void Session::resume() { request(); }

void Session::choose_engine(const EngineChoice& choice) {
    snapshot_.engine_choice = choice;
    snapshot_.notice.clear();
    request();
}

void Session::dismiss_notice() {
    snapshot_.notice.clear();
    ++snapshot_.revision;
}

void Session::dismiss_exported() {
    snapshot_.exported.clear();
    ++snapshot_.revision;
}

void Session::look_at(const std::shared_ptr<const Result>& result, Rgb color) {
    tracer_.ask({result, color});
}

void Session::let_drift(const std::shared_ptr<const Result>& result, std::size_t max_points) {
    drifter_.look_at(result, max_points);
}

void Session::fail(const std::string& sentence) {
    snapshot_.notice = sentence;
    ++snapshot_.revision;
}

void Session::export_results(const ExportRequest& request) {
    if (snapshot_.exporting) return fail("another export is being written");
    const auto results = exact_results(request.weightings);
    if (results.empty())
        return fail("the final result is not ready yet, and only final results are exported");
    snapshot_.exporting = true;
    snapshot_.exported.clear();
    snapshot_.notice.clear();
    ++snapshot_.revision;
    exporter_.ask_again({request, results});
}

void Session::end_export() {
    snapshot_.exporting = false;
    recheck_files();
    if (exporter_.failure()) {
        fail(exporter_.failure()->what());
    } else {
        snapshot_.exported = exporter_.answer()->sentence;
        snapshot_.exported_bytes = exporter_.answer()->bytes;
    }
    exporter_.forget(); // frees its pictures, too
    ++snapshot_.revision;
}

std::vector<std::shared_ptr<const Result>> Session::exact_results(Weightings weightings) const {
    std::vector<std::shared_ptr<const Result>> results;
    for (const Weighting weighting : each(weightings)) {
        if (snapshot_.state(weighting) != ResultState::exact) return {};
        results.push_back(snapshot_.result(weighting));
    }
    return results;
}

void Session::recheck_files() {
    replaced_.forget();
    queue_replaced_.forget();
    ++snapshot_.revision;
}

void Session::prepare_export(const ExportRequest& request) {
    replaced_.ask(export_targets(request));
    const auto results = exact_results(request.weightings);
    if (results.empty() || !request.write.picture.file().has_extension()) return export_size_.forget();
    export_size_.ask({only_pictures(request), results});
}

void Session::export_queue(QueueExport request) {
    if (!request.linked) request.edits = history_.edits();
    queue_exporter_.start(request, snapshot_.engine_choice);
}

void Session::request(const Ask& ask) {
    ++snapshot_.revision;
    if (nothing_open()) return;
    begin(opening_ ? Activity::loading : ask.step ? Activity::seeking : Activity::reducing);
    // A step begins at the radius that is shown.
    SessionSettings settings{ask.step ? snapshot_.recipe : snapshot_.settings, snapshot_.weightings};
    if (opening_ && !snapshot_.linked) settings = of_picture(settings, history_.edits(opening_->path));
    const Request next{.number = ++last_request_,
                       .opening = opening_,
                       .settings = std::move(settings),
                       .step = ask.step,
                       .whole_curve = ask.whole_curve,
                       .linked = snapshot_.linked ? *snapshot_.queue : std::vector<Location>(),
                       .suggest = snapshot_.suits_picture,
                       .engine = snapshot_.engine_choice};
    runner_.post([this, next](JobRunner::Run& run) { worker_.fulfil(next, run); },
                 [this, opening = opening_](const Error& error) { on_failure(error, opening); });
}

void Session::on_activity(Activity activity, std::uint64_t request) {
    if (request != last_request_) return; // a later request is waiting
    begin(activity);
    ++snapshot_.revision;
}

void Session::begin(Activity activity) {
    if (activity != snapshot_.activity) activity_since_ = std::chrono::steady_clock::now();
    snapshot_.activity = activity;
}

void Session::on_document(std::shared_ptr<const Document> document, std::shared_ptr<const RecipeOffer> offer,
                          const std::shared_ptr<const Opening>& opening) {
    snapshot_.document = std::move(document);
    snapshot_.offer = std::move(offer);
    snapshot_.picture = nullptr;
    snapshot_.palette = snapshot_.frequency = nullptr;
    snapshot_.palette_curve = snapshot_.frequency_curve = nullptr;
    snapshot_.enough = nullptr;
    // Their answers hold the pixels of the document before.
    tracer_.forget();
    drifter_.forget();
    export_size_.forget();
    snapshot_.plain_look.reset();
    is_opening_undone_ = false;
    // The same opening comes again when another use of the profile needs the file once more.
    if (opening != opened_) {
        snapshot_.better_look.reset();
        met_ = opening->met;
        is_untouched_ = true;
    }
    opened_ = opening;
    // It may be open even if its opening was cancelled, or another one is awaited.
    if (opening == opening_)
        end_opening();
    else
        show_edits();
    ++snapshot_.revision;
}

void Session::on_picture(std::shared_ptr<const Picture> picture, bool linked) {
    if (picture == snapshot_.picture && linked == snapshot_.picture_is_linked) return;
    snapshot_.picture = std::move(picture);
    snapshot_.picture_is_linked = linked;
    ++snapshot_.revision;
}

void Session::on_linked(std::size_t pictures) {
    snapshot_.linked_pictures = pictures;
    ++snapshot_.revision;
}

void Session::on_settings(const SessionSettings& settings, std::uint64_t request) {
    if (request != last_request_) return; // the request has changed
    keep(settings);
    history_.record({settings, true});
    take_current();
    ++snapshot_.revision;
}

void Session::on_chosen_radius(double radius, std::uint64_t request) {
    if (request != last_request_) return; // the recipe may have changed
    SessionSettings settings = history_.current();
    settings.recipe.shift.radius = snapshot_.settings.shift.radius = snapshot_.recipe.shift.radius = radius;
    history_.replace(settings);
    ++snapshot_.revision;
}

void Session::on_suggestion(Look look, Look plain, const Recipe& recipe, std::uint64_t request) {
    if (request != last_request_) return; // the user has changed settings meanwhile
    snapshot_.suiting = look;
    snapshot_.plain_look = look == Look::pixel_art ? std::optional(plain) : std::nullopt;
    history_.replace(settings_of(recipe));
    resolved_.reset();
    if (recipe != suiting(recipe, look).recipe) resolved_ = {of_picture(history_.current(), {}), recipe};
    take_current();
    ++snapshot_.revision;
}

void Session::on_suiting_look(Look look, std::uint64_t request) {
    if (request != last_request_ || !met_ || look == snapshot_.look) return;
    snapshot_.better_look = look;
    ++snapshot_.revision;
}

void Session::on_resolved(const Recipe& recipe, std::uint64_t request) {
    if (request != last_request_) return; // the settings may have changed
    resolved_.reset();
    if (recipe != history_.current().recipe) resolved_ = {of_picture(history_.current(), {}), recipe};
    take_current();
    ++snapshot_.revision;
}

void Session::on_result(std::shared_ptr<const Result> result) {
    (result->recipe.shift.weighting == Weighting::palette ? snapshot_.palette : snapshot_.frequency) =
        std::move(result);
    ++snapshot_.revision;
}

void Session::on_curve(std::shared_ptr<const Curve> curve) {
    (curve->recipe.shift.weighting == Weighting::palette ? snapshot_.palette_curve
                                                         : snapshot_.frequency_curve) = std::move(curve);
    ++snapshot_.revision;
}

void Session::on_enough(std::shared_ptr<const EnoughColors> enough) {
    snapshot_.enough = std::move(enough);
    ++snapshot_.revision;
}

void Session::on_failure(const Error& error, const std::shared_ptr<const Opening>& opening) {
    fail(error.what());
    if (!opening || opening != opening_) return; // it is already open, or was given up
    end_opening();
    if (open_next(*opening)) return;
    if (snapshot_.document && !snapshot_.exact()) request();
}

}
