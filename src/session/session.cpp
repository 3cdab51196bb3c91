#include "session/session.h"

namespace huedrift {

Session::Session(std::vector<EngineEntry> engines, std::function<void()> wake, const Parameters& parameters)
    : history_(clamped(parameters)),
      engines_(std::make_shared<const std::vector<EngineEntry>>(std::move(engines))),
      workbench_(engines_, *this), runner_(wake), exporter_(wake), saver_(wake), tracer_(wake) {
    view_.parameters = history_.current();
    view_.engines = engines_;
}

Session::~Session() {
    runner_.cancel();
    exporter_.finish();
    saver_.finish();
}

bool Session::poll() {
    const std::uint64_t before = view_.revision;
    const std::uint64_t request = last_request_;
    const bool at_rest = runner_.alive() == 0; // asked first: then the outbox has all there will be
    runner_.deliver();
    if (tracer_.deliver()) ++view_.revision;
    exporter_.deliver();
    saver_.deliver();
    if (at_rest && request == last_request_ && view_.activity != Activity::idle) on_activity(Activity::idle);
    return view_.revision != before;
}

View Session::view() const {
    View view = view_;
    view.share = runner_.share();
    view.traces = tracer_.traces();
    view.can_undo = history_.can_undo();
    view.can_redo = history_.can_redo();
    return view;
}

void Session::open(const std::vector<std::filesystem::path>& paths) {
    if (paths.empty()) return;
    view_.queue = paths;
    view_.queue_place = 0;
    start_opening(paths.front(), true);
}

void Session::open_queued(std::size_t index) {
    if (index >= view_.queue.size()) return;
    view_.queue_place = index;
    start_opening(view_.queue[index], true);
}

void Session::reload() {
    if (view_.document) start_opening(view_.document->path, false);
}

void Session::start_opening(const std::filesystem::path& path, bool take_recipe) {
    take_recipe_ = take_recipe;
    opening_ = ++last_opening_;
    view_.opening = path;
    view_.notice.clear();
    request();
}

void Session::set(const Parameters& parameters, Gesture gesture) {
    const Parameters wanted = clamped(parameters);
    history_.record(wanted, gesture);
    if (wanted == view_.parameters) return;
    view_.parameters = wanted;
    request();
}

void Session::undo() {
    history_.undo();
    set(history_.current());
}

void Session::redo() {
    history_.redo();
    set(history_.current());
}

void Session::aim_for(std::size_t count) { request(Request::Seek{.colors = count}); }

void Session::step_radius(Direction direction) { request(Request::Seek{.direction = direction}); }

void Session::cancel() {
    runner_.cancel();
    if (!view_.opening.empty()) {
        opening_ = opened_;
        view_.opening.clear();
    }
    ++view_.revision;
}

void Session::resume() { request(); }

void Session::choose_engine(const EngineChoice& choice) {
    view_.engine_choice = choice;
    view_.notice.clear();
    request();
}

void Session::dismiss_notice() {
    view_.notice.clear();
    ++view_.revision;
}

void Session::look_at(const std::shared_ptr<const Outcome>& outcome, Rgb color) {
    tracer_.look_at(outcome, color);
}

void Session::fail(const std::string& sentence) {
    view_.notice = sentence;
    ++view_.revision;
}

void Session::export_results(const ExportRequest& request) {
    if (view_.exporting) return fail("another export is being written");
    std::vector<std::shared_ptr<const Outcome>> results;
    for (const Weighting weighting : each(request.weightings)) {
        if (view_.standing(weighting) != Standing::exact)
            return fail("the exact result is not there yet, and nothing else is exported");
        results.push_back(view_.outcome(weighting));
    }
    view_.exporting = true;
    view_.exported.clear();
    ++view_.revision;
    exporter_.post(
        [this, request, results](JobRunner::Run& run) {
            const std::string written = write_export(request, results, run.patient());
            run.deliver([this, written] {
                view_.exporting = false;
                view_.exported = written;
                ++view_.revision;
            });
        },
        [this](const Error& error) {
            view_.exporting = false;
            fail(error.what());
        });
}

void Session::save(const Settings& settings, const std::filesystem::path& path) {
    saver_.post([settings, path](JobRunner::Run&) { save_settings(settings, path); },
                [this](const Error& error) { fail(error.what()); });
}

void Session::request(std::optional<Request::Seek> seek) {
    ++view_.revision;
    if (nothing_open()) return;
    view_.activity = !view_.opening.empty() ? Activity::loading
                     : seek                 ? Activity::seeking
                                            : Activity::reducing;
    const Request wanted{.number = ++last_request_,
                         .path = view_.opening.empty() ? view_.document->path : view_.opening,
                         .opening = opening_,
                         .take_recipe = take_recipe_,
                         .parameters = view_.parameters,
                         .seek = seek,
                         .engine = view_.engine_choice};
    runner_.post([this, wanted](JobRunner::Run& run) { workbench_.fulfil(wanted, run); },
                 [this, opening = opening_](const Error& error) { on_failure(error, opening); });
}

void Session::on_activity(Activity activity) {
    view_.activity = activity;
    ++view_.revision;
}

void Session::on_document(std::shared_ptr<const Document> document, std::uint64_t opening) {
    view_.document = std::move(document);
    view_.picture = nullptr;
    view_.palette = view_.frequency = nullptr;
    view_.palette_curve = view_.frequency_curve = nullptr;
    opened_ = opening;
    // Should its opening have been cancelled too late, it is open all the same.
    if (view_.opening.empty()) opening_ = opening;
    if (opening == opening_) view_.opening.clear();
    ++view_.revision;
}

void Session::on_picture(std::shared_ptr<const Picture> picture) {
    view_.picture = std::move(picture);
    ++view_.revision;
}

void Session::on_parameters(const Parameters& parameters, std::uint64_t request) {
    if (request != last_request_) return; // set anew since
    view_.parameters = parameters;
    history_.record(view_.parameters, Gesture::complete);
    ++view_.revision;
}

void Session::on_outcome(std::shared_ptr<const Outcome> outcome) {
    (outcome->weighting == Weighting::palette ? view_.palette : view_.frequency) = std::move(outcome);
    ++view_.revision;
}

void Session::on_curve(std::shared_ptr<const Curve> curve) {
    (curve->weighting == Weighting::palette ? view_.palette_curve : view_.frequency_curve) = std::move(curve);
    ++view_.revision;
}

void Session::on_failure(const Error& error, std::uint64_t opening) {
    fail(error.what());
    const bool loading_failed = opening == opening_ && opening_ != opened_;
    if (!loading_failed) return;
    opening_ = opened_;
    view_.opening.clear();
    if (view_.document && !view_.exact()) request();
}

}
