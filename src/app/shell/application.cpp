#include "app/shell/application.h"

#include "app/panels/bars.h"
#include "app/panels/swatch_drawing.h"
#include "app/panels/welcome.h"
#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "base/child_process.h"
#include "base/error.h"
#include "base/input_file.h"
#include "engines/engine_choice.h"
#include "image/load.h"
#include "palette/palette_file.h"

#include <SDL.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

// The contents of a frame of the window.

namespace huedrift::app {
namespace {

// Dear ImGui learns the size of a window's contents only by laying them out, and a control that changes a
// setting may come after others that show it. The first layout that repeats the one before is drawn.
constexpr int layouts_per_event = 3;

/// A frame on the cores that a result is computed on: more of them would only delay the result. A new result
/// is shown at once.
constexpr std::chrono::milliseconds shared_frame{33};

/// The units that the parts of the window need at least.
constexpr Extent least_room{.width = 480, .height = 300};

/// Differs when Dear ImGui would draw something else.
std::size_t hash_of(const ImDrawData& drawn) {
    std::size_t hash = 0;
    const auto add = [&](const void* data, int bytes) {
        const std::string_view text(static_cast<const char*>(data), static_cast<std::size_t>(bytes));
        hash = 31 * hash + std::hash<std::string_view>()(text);
    };
    for (int i = 0; i < drawn.CmdListsCount; ++i) {
        const ImDrawList& list = *drawn.CmdLists[i];
        add(list.VtxBuffer.Data, list.VtxBuffer.size_in_bytes());
        for (const ImDrawCmd& command : list.CmdBuffer) {
            add(&command.ClipRect, sizeof command.ClipRect);
            if (!command.UserCallbackData) continue;
            const auto& picture = *static_cast<const SmallPicture*>(command.UserCallbackData);
            const void* const thumbnail = picture.thumbnail.get();
            add(&thumbnail, sizeof thumbnail);
        }
    }
    return hash;
}

}

Application::Application(const Launch& launch)
    : window_(launch.settings.geometry, launch.display),
      threads_([this] { window_.wake(); }, JobThreads::Priority::low),
      drawing_threads_([this] { window_.wake(); }, JobThreads::Priority::usual, 1),
      desktop_(launch.display, threads_), gui_(window_),
      renderer_(window_, gui_, drawing_threads_, launch.validation), thumbnails_(threads_), files_(threads_),
      show_in_folder_(threads_), sample_(installed_file("../share/huedrift/sample.png", "../sample.png")),
      stored_settings_(threads_, launch.settings, launch.settings_file), notice_(launch.notice),
      now_(launch.now),
      session_(threads_, engine_entries(renderer_.devices()), launch.settings.wanted, launch.edits_folder),
      controls_{session_, view_state_, canvas_,   window_,         gui_,
                palette_, files_,      exporter_, queue_exporter_, closing_},
      actions_(action_menus(), controls_),
      keyboard_(session_, view_state_, gui_, panel_.analysis().swatches(), actions_),
      icon_(threads_,
            [](const std::filesystem::path& file, Progress&) { return load_image_file(file).image; }),
      dropped_(threads_, [](const std::vector<std::filesystem::path>& named, Progress&) {
          return pictures_meant(named);
      }) {
    settings_ = launch.settings;
    if (!settings_.plays.value_or(true)) {
        view_state_.playback.pause();
        view_state_.drift.pause();
    }
    if (const auto icon =
            installed_file("../share/icons/hicolor/256x256/apps/io.github.huedrift.huedrift.png",
                           "../io.github.huedrift.huedrift.png");
        !icon.empty() && !window_.is_off_screen())
        icon_.ask(icon);
    drop(launch.files);
    window_.show();
    want_frame(layouts_per_event);
}

Application::~Application() { finish_files(); }

void Application::finish_files() {
    if (std::exchange(files_finished_, true)) return;
    try {
        update_settings();
        stored_settings_.save(settings_);
    } catch (const std::exception&) {
        // Out of memory: the file keeps the settings saved last.
    }
    stored_settings_.finish();
    session_.finish_files();
}

void Application::drop(const std::vector<std::filesystem::path>& files) {
    auto named = dropped_.busy() ? dropped_.request() : std::vector<std::filesystem::path>();
    const std::size_t before = named.size();
    for (const std::filesystem::path& file : files) {
        if (is_palette_name(file))
            session_.open_palette(whole_path(file));
        else
            named.push_back(file);
    }
    if (named.size() > before) dropped_.ask_again(named);
}

/// Opens the files dropped, or named at the start, once its folders are read. They join an open queue.
bool Application::take_dropped() {
    if (!dropped_.deliver()) return false;
    if (dropped_.failure()) notice_ = dropped_.failure()->what();
    if (!dropped_.answer()) return true;
    const auto& [pictures, refusal] = *dropped_.answer();
    if (!refusal.empty()) notice_ = refusal;
    if (pictures.size() == 1)
        session_.open_or_offer(pictures.front());
    else if (session_.live().queue->size() < 2)
        session_.open(pictures);
    else
        session_.add(pictures);
    return true;
}

/// Says how many pictures have joined an open queue.
void Application::follow_queue() {
    const auto before = std::exchange(queue_, session_.live().queue);
    if (queue_ == before || !before || before->size() < 2 || queue_->size() <= before->size()) return;
    if (!std::equal(before->begin(), before->end(), queue_->begin())) return;
    view_state_.said =
        counted(queue_->size() - before->size(), "picture", "pictures") + " added to the queue";
}

void Application::update_settings() {
    settings_.geometry = window_.geometry();
    const bool plays = view_state_.playback.is_wanted();
    if (settings_.plays || plays == desktop_.reduces_motion()) settings_.plays = plays;
    if (settings_.wanted != session_.user_settings()) settings_.wanted = session_.user_settings();
}

void Application::run() {
    while (run_once(std::nullopt)) {
    }
}

/// The time until the next frame may be drawn.
std::chrono::milliseconds Application::until_frame() const {
    using std::chrono::milliseconds, std::chrono::steady_clock;
    const bool shares_cores = renderer_->device->facts().type == vulkan::DeviceType::cpu;
    const Activity activity = session_.live().activity;
    if (!shares_cores || activity == Activity::idle || activity == Activity::curve) return milliseconds(0);
    return std::max(milliseconds(0),
                    std::chrono::ceil<milliseconds>(frame_begun_ + shared_frame - steady_clock::now()));
}

bool Application::run_once(std::optional<std::chrono::milliseconds> timeout) {
    if (layouts_left_ > 0) {
        timeout = is_held_ ? until_frame() : std::chrono::milliseconds(0);
    } else if (const auto due = next_wake()) {
        const auto left = std::max(std::chrono::milliseconds(0),
                                   std::chrono::ceil<std::chrono::milliseconds>(*due - now_()));
        timeout = std::min(left, timeout.value_or(left));
    }
    SDL_Event event;
    bool called = false;
    while (window_.wait(event, timeout)) {
        timeout = std::chrono::milliseconds(0);
        if (window_.is_wake(event)) {
            called = true;
            continue;
        }
        const bool needs_layout = gui_.handle(event);
        handle(event);
        want_frame(layouts_per_event);
        if (needs_layout && !ends_) with_renderer([&] { lay_out(); });
    }
    keyboard_.open_menus();
    take_in(called);
    play();
    follow_closing();
    if (!ends_ && layouts_left_ > 0) draw(nullptr);
    update_settings();
    stored_settings_.follow(settings_, now_());
    return !ends_;
}

/// Whether files that the user has asked for are yet to be written.
bool Application::is_writing() const {
    const Snapshot& now = session_.live();
    const bool exports_queue = now.queue_export && now.queue_export->running;
    return now.exporting || exports_queue || exporter_.waits();
}

bool Application::has_failed_to_write() const {
    const Snapshot& now = session_.live();
    if (awaits_queue_ && (!now.queue_export->notice.empty() ||
                          now.queue_export->count(QueueProgress::Item::State::failed) > 0))
        return true;
    return !now.notice.empty();
}

/// Closes the window when it is asked to, but not before files are written: the end of the program would stop
/// the export of a queue, about which the user is asked, and the window would not respond while it waits for
/// other files. A second request waits for those no longer.
void Application::follow_closing() {
    if (std::exchange(closing_, false)) {
        const auto& queue = session_.live().queue_export;
        if (queue && queue->running) {
            queue_exporter_.ask_to_close();
        } else if (is_writing() && !std::exchange(closes_later_, true)) {
            awaits_queue_ = false;
            view_state_.said = "The window closes once the file is written.";
        } else {
            ends_ = true;
        }
        if (!ends_) SDL_RaiseWindow(window_.sdl()); // it may be minimised, and says why it stays
        want_frame(layouts_per_event);
    }
    if (!closes_later_ || is_writing()) return;
    closes_later_ = false;
    ends_ = ends_ || !has_failed_to_write();
    if (!ends_) view_state_.said = "The window stays open, because a file was not written.";
    want_frame(layouts_per_event);
}

/// The desktop decides whether animations play, unless the user has.
bool Application::follow_desktop() {
    const bool moved = !desktop_.reduces_motion();
    if (!desktop_.deliver()) return false;
    const bool moves = !desktop_.reduces_motion();
    if (moves == moved || settings_.plays) return true;
    for (Playback* const playback : {&view_state_.playback, &view_state_.drift})
        moves ? playback->play() : playback->pause();
    return true;
}

void Application::take_in(bool called) {
    bool has_news = session_.poll();
    has_news |= follow_desktop();
    has_news |= thumbnails_.deliver();
    has_news |= files_.deliver();
    has_news |= take_dropped();
    follow_queue();
    const auto take_failure = [&](auto& job) {
        if (!job.deliver() || !job.failure()) return;
        notice_ = job.failure()->what();
        has_news = true;
    };
    take_failure(stored_settings_);
    take_failure(show_in_folder_);
    if (icon_.deliver() && icon_.answer()) window_.set_icon(*icon_.answer());
    if (word_ends_ && now_() >= *word_ends_) {
        word_ends_.reset(); // even if no frame can be drawn
        has_news = true;
    }
    const bool has_pictures = renderer_->pictures.deliver();
    const bool is_playing = view_state_.playback.is_playing();
    // A call without news reports progress, unless it ends the work for a frame of an animation, which would
    // then be drawn four times.
    if (called && !has_pictures && (!is_playing || session_.requests_alive() > 0)) has_news = true;
    if (has_pictures) want_frame(is_playing ? 1 : layouts_per_event);
    if (has_news) want_frame(layouts_per_event);
}

std::optional<Playback::Time> Application::next_frame() const {
    const bool shows = !window_.drawable().empty() && (!view_state_.shows_cloud() || session_.live().picture);
    return shows ? view_state_.played().next() : std::nullopt;
}

std::optional<Playback::Time> Application::next_wake() const {
    std::optional<Playback::Time> next = next_frame();
    for (const auto& other : {stored_settings_.due(), word_ends_})
        if (other && (!next || *other < *next)) next = other;
    return next;
}

void Application::play() {
    if (!next_frame() || !view_state_.played().advance(now_())) return;
    if (view_state_.shows_cloud()) {
        want_frame(1);
        return;
    }
    // Drawn once the device has the frame's picture.
    const Snapshot& snapshot = session_.live();
    note_document(snapshot);
    request_pictures(snapshot);
}

void Application::request_pictures(const Snapshot& snapshot) {
    renderer_->pictures.request({.document = snapshot.document,
                                 .palette = snapshot.palette,
                                 .frequency = snapshot.frequency,
                                 .held = view_state_.held,
                                 .display = view_state_.display,
                                 .frame = view_state_.playback.frame()});
}

void Application::handle(const SDL_Event& event) {
    keyboard_.handle(event);
    switch (event.type) {
    case SDL_QUIT: // by a signal, which asks nothing
        ends_ = true;
        break;
    case SDL_WINDOWEVENT:
        if (event.window.event == SDL_WINDOWEVENT_CLOSE) closing_ = true;
        if (event.window.event == SDL_WINDOWEVENT_FOCUS_GAINED) come_back();
        break;
    case SDL_MOUSEBUTTONDOWN:
        view_state_.said.clear();
        break;
    case SDL_DROPFILE: // one of several
        dragged_.emplace_back(event.drop.file);
        SDL_free(event.drop.file);
        break;
    case SDL_DROPTEXT:
        SDL_free(event.drop.file);
        break;
    case SDL_DROPCOMPLETE:
        drop(std::exchange(dragged_, {}));
        break;
    default:
        break;
    }
}

/// The user may have changed the desktop's settings or files in another window.
void Application::come_back() {
    desktop_.read();
    session_.recheck_files();
}

/// Remembers the pictures that were opened together, even if only one has been shown; the first ones, if the
/// recent files have no room for all.
void Application::note_queue(const Snapshot& snapshot) {
    if (snapshot.queue == noted_queue_) return;
    noted_queue_ = snapshot.queue;
    const std::size_t count = std::min(snapshot.queue->size(), max_recent_files);
    for (std::size_t i = count; i-- > 0;) remember(settings_.recent, (*snapshot.queue)[i]);
}

void Application::note_document(const Snapshot& snapshot) {
    if (snapshot.palette_offer) remember(settings_.recent_palettes, snapshot.palette_offer->path);
    if (snapshot.document == noted_) return;
    const bool is_same_file = noted_ && snapshot.document && snapshot.document->path == noted_->path;
    noted_ = snapshot.document;
    view_state_.show_all();
    view_state_.selection = {};
    view_state_.hold(nullptr);
    thumbnails_.recheck(); // files may have been reloaded
    if (!noted_) return;
    Playback& playback = view_state_.playback;
    if (is_same_file)
        playback.reopen(noted_->animation);
    else
        playback.open(noted_->animation);
    if (!is_same_file) view_state_.drift.show(0);
    const Location& from = noted_->path;
    window_.set_title((from.is_file() ? from.filename().string() : from.name()) + " \u2013 huedrift");
    if (snapshot.queue->size() > 1) note_queue(snapshot);
    remember(settings_.recent, noted_->path);
    for (const std::string& note : noted_->notes)
        view_state_.said += (view_state_.said.empty() ? "" : "; ") + note;
}

Image Application::capture() {
    Image image;
    // A few attempts: the desktop may have invalidated the images.
    for (int attempt = 0; attempt < 100 && image.pixels().empty(); ++attempt) draw(&image);
    if (image.pixels().empty()) throw Error(ErrorKind::device, "the window cannot be drawn");
    return image;
}

bool Application::settled() {
    const Snapshot& snapshot = session_.live();
    if (desktop_.busy() || files_.busy() || dropped_.busy() || thumbnails_.busy() || session_.is_drifting() ||
        session_.is_preparing())
        return false;
    const RenderedPictures& pictures = renderer_->pictures.rendered();
    const bool computed = snapshot.activity == Activity::idle || snapshot.activity == Activity::curve;
    return computed && snapshot.opening.empty() && !renderer_->pictures.busy() &&
           pictures.document == snapshot.document && pictures.palette.result == snapshot.palette &&
           pictures.frequency.result == snapshot.frequency && pictures.held.result == view_state_.held &&
           pictures.display == view_state_.display && pictures.frame == view_state_.playback.frame();
}

void Application::want_frame(int layouts) {
    layouts_left_ = std::max(layouts_left_, layouts);
    draws_ = true;
}

void Application::draw(Image* capture) {
    with_renderer([&] { draw_frame(capture); });
}

void Application::with_renderer(const std::function<void()>& body) {
    const std::string notice = renderer_.run(body, [this] { laid_out_ = in_flight_ = {}; });
    if (notice.empty()) return;
    notice_ = notice;
    want_frame(layouts_per_event);
}

/// The user's scale on top of the desktop's, or less in a window that has no room for it.
double Application::scale() const {
    const Extent pixels = window_.drawable();
    const double room =
        std::min(double(pixels.width) / least_room.width, double(pixels.height) / least_room.height) /
        double{window_.pixel_ratio()};
    const double fitting = std::floor(8 * room) / 8; // each scale loads the fonts anew
    return std::clamp(std::min(settings_.scale * desktop_.scale(), fitting), 0.5, 4.0);
}

bool Application::lay_out() {
    layouts_left_ = std::max(0, layouts_left_ - 1);
    if (window_.drawable().empty()) return false;
    gui_.set_appearance(settings_.brightness, static_cast<float>(scale()));
    const Snapshot snapshot = session_.live();
    note_document(snapshot);
    const auto word_ends = catching_up_ends_in(snapshot);
    word_ends_ = word_ends ? std::optional(now_() + *word_ends) : std::nullopt;
    request_pictures(snapshot);
    laid_out_ = renderer_->pictures.rendered();
    renderer_->gui.prepare();
    gui_.begin_frame();
    thumbnails_.begin_frame();
    draw_panels({snapshot, session_, view_state_, gui_, actions_});
    gui_.end_frame();
    thumbnails_.end_view(!snapshot.opening.empty()); // an opened picture comes first
    return true;
}

void Application::draw_frame(Image* capture) {
    const bool draws = std::exchange(draws_, false) || capture;
    std::size_t before = 0, hash = 0;
    do {
        if (!lay_out()) return;
        before = std::exchange(hash, hash_of(*ImGui::GetDrawData()));
    } while (draws && hash != before && layouts_left_ > 0);
    if (!draws && hash == drawn_) return;
    const bool shows_result = laid_out_.palette.displayed != in_flight_.palette.displayed ||
                              laid_out_.frequency.displayed != in_flight_.frequency.displayed ||
                              laid_out_.held.displayed != in_flight_.held.displayed;
    is_held_ = !capture && !shows_result && until_frame().count() > 0;
    if (is_held_) return want_frame(1);
    // Only now: jobs that the events ask for do not wait for the last frame.
    frame_begun_ = std::chrono::steady_clock::now();
    const Extent extent = renderer_->presenter.prepare();
    in_flight_ = laid_out_;
    drawn_ = extent.empty() ? 0 : hash;
    if (extent.empty()) return;
    const bool fits = canvas_.prepare(renderer_->clouds);
    renderer_->viewer.begin_frame();
    const Scene scene{
        .background = channels(gui_.theme().canvas),
        .paint_pictures =
            [&](FrameCommands& commands) { canvas_.render_pictures(commands, gui_, renderer_->viewer); },
        .pictures_version = canvas_.pictures_version(gui_),
        .paint =
            [&](FrameCommands& commands) {
                canvas_.render_cloud(commands, renderer_->clouds);
                renderer_->gui.draw(commands);
            }};
    const bool shown = renderer_->presenter.draw(scene, capture);
    if (shown) ++frames_;
    if (!fits)
        notice_ = "the device has no memory for so many points: the cloud shows at most " +
                  counted(renderer_->clouds.max_points(), "colour", "colours");
    if (!shown || !fits) want_frame(layouts_per_event);
}

void Application::draw_panels(const FrameContext& frame) {
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float menu = draw_menu_bar(frame);
    const float width = whole.x - SidePanel::width(settings_.panel, frame.gui),
                tools = toolbar_height(frame.gui), frames = canvas_bar_height(frame),
                strip = queue_strip_height(frame), status = status_bar_height(frame.gui);
    const Box area{0, menu + tools, width, whole.y - menu - tools - frames - strip - status};
    const float below = area[1] + area[3];
    draw_toolbar(frame, canvas_, {0, menu, width, tools});
    frame.state.shows_cloud() ? canvas_.draw_cloud(frame, renderer_->clouds.max_points(), area)
                              : canvas_.draw(frame, laid_out_, area);
    draw_picture_menu(frame);
    if (!frame.snapshot.document && frame.snapshot.opening.empty() && !dropped_.busy())
        draw_welcome(frame, sample_, area);
    if (frames > 0) draw_canvas_bar(frame, {0, below, width, frames});
    if (strip > 0) draw_queue_strip(frame, thumbnails_, {0, below + frames, width, strip});
    draw_status_bar(frame, renderer_->device->facts().name, {0, whole.y - status, whole.x, status},
                    !settings_.panel.shown);

    frame.state.hovered = canvas_.cloud() ? canvas_.cloud()->pointed_mode() : std::nullopt;
    panel_.draw(frame, settings_.panel, menu, whole.y - status);
    draw_isolated(frame, area);
    draw_messages(frame, canvas_.message_area(area, frame.gui));
    draw_dialogs(frame, area);
}

void Application::draw_messages(const FrameContext& frame, const Box& area) {
    const bool asks = draw_offer(frame, area);
    if (!frame.snapshot.notice.empty()) {
        draw_notice(frame, area);
    } else if (!renderer_->pictures.failure().empty()) {
        if (draw_message(renderer_->pictures.failure(), true, frame.gui, area))
            renderer_->pictures.dismiss_failure();
    } else if (!notice_.empty()) {
        if (draw_message(notice_, true, frame.gui, area)) notice_.clear();
    } else if (frame.snapshot.has_restored) {
        draw_restored(frame, area);
    } else if (const Exported& exported = frame.snapshot.exported; !exported.sentence.empty()) {
        if (draw_message(exported.message(), false, frame.gui, area)) frame.session.dismiss_exported();
    } else if (!frame.state.said.empty()) {
        if (draw_message(frame.state.said, false, frame.gui, area)) frame.state.said.clear();
    } else if (!asks && settings_.hint && settings_.panel.shown && frame.snapshot.exact()) {
        draw_hints(settings_, {panel_.drift().area(), panel_.analysis().swatches_area(), area}, frame.gui);
    }
}

void Application::draw_dialogs(const FrameContext& frame, const Box& area) {
    if (std::exchange(frame.state.opens_palette, false)) actions_.run(ActionId::open_palette);
    palette_.draw(frame);
    draw_keys(frame);
    draw_about(frame, renderer_->device->facts().name);
    exporter_.draw(frame, files_, show_in_folder_);
    queue_exporter_.draw(frame, files_, show_in_folder_);
    switch (queue_exporter_.draw_closing(frame)) {
    case QueueDialog::Closing::not_yet:
        break;
    case QueueDialog::Closing::later:
        closes_later_ = awaits_queue_ = true;
        frame.state.said = "The window closes once all pictures are written.";
        break;
    case QueueDialog::Closing::now:
        frame.session.cancel_queue_export();
        ends_ = true;
        break;
    }
    files_.draw(thumbnails_, frame.gui, area);
}

}
