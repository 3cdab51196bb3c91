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
#include <string_view>
#include <utility>

// The contents of a frame of the window.

namespace huedrift::app {
namespace {

// Dear ImGui learns the size of a window's contents only by laying them out, and a control that changes a
// setting may come after others that show it. The first layout that repeats the one before is drawn.
constexpr int layouts_per_event = 3;

/// A frame on the cores that a result is computed on: more of them would only delay the result.
constexpr std::chrono::milliseconds shared_frame{33};

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
        for (const ImDrawCmd& command : list.CmdBuffer) add(&command.ClipRect, sizeof command.ClipRect);
    }
    return hash;
}

std::shared_ptr<VulkanDevices> open_devices(const Window& window, bool validation) {
    auto devices = std::make_shared<VulkanDevices>(
        vulkan::ContextOptions{.validation = validation, .extensions = window.vulkan_extensions()});
    if (!devices->reason().empty()) throw Error(ErrorKind::device, devices->reason());
    return devices;
}

std::unique_ptr<WindowRenderer> open_renderer(VulkanDevices& devices, Window& window, Gui& gui,
                                              JobThreads& threads) {
    const auto device = choose_window_device(devices.context(), window);
    if (!device) throw Error(ErrorKind::device, "no Vulkan device here can draw in a window");
    return std::make_unique<WindowRenderer>(devices, *device, window, gui, threads);
}

}

WindowRenderer::WindowRenderer(VulkanDevices& devices, std::size_t number, Window& window, Gui& all,
                               JobThreads& threads)
    : device_number(number), device(devices.open(number, swapchain_extensions(window))),
      presenter(devices.context(), *device, window), viewer(*device, presenter),
      gui(all, devices.context(), *device, presenter, viewer), clouds(*device, presenter),
      pictures(*device, threads) {}

WindowRenderer::~WindowRenderer() { presenter.finish(); }

Application::Application(const Launch& launch)
    : window_(launch.settings.geometry, launch.display),
      threads_([this] { window_.wake(); }, JobThreads::Priority::low),
      drawing_threads_([this] { window_.wake(); }, JobThreads::Priority::usual, 1), file_drop_(window_),
      desktop_(launch.display, threads_), devices_(open_devices(window_, launch.validation)), gui_(window_),
      failures_(devices_->facts().size()),
      // Opened on this thread: the threads of a device that is a CPU draw, too.
      renderer_(open_renderer(*devices_, window_, gui_, drawing_threads_)), thumbnails_(threads_),
      files_(threads_), show_in_folder_(threads_), cloud_saver_(threads_), recorder_(threads_),
      sample_(installed_file("../share/huedrift/sample.png", "../sample.png")), settings_(launch.settings),
      settings_file_(launch.settings_file), saved_(launch.settings), notice_(launch.notice), now_(launch.now),
      session_(threads_, engine_entries(devices_), launch.settings.wanted, launch.edits_folder),
      controls_{session_, settings_, view_state_, canvas_,         window_,      gui_,
                palette_, files_,    exporter_,   queue_exporter_, cloud_saver_, closing_},
      actions_(action_menus(), controls_), saver_(threads_,
                                                  [](const Saved& saved, Progress&) {
                                                      app::save_settings(saved.first, saved.second);
                                                      return std::monostate();
                                                  }),
      icon_(threads_,
            [](const std::filesystem::path& file, Progress&) { return load_image_file(file).image; }),
      dropped_(threads_, [](const std::vector<std::filesystem::path>& named, Progress&) {
          return pictures_meant(named);
      }) {
    view_state_.compare = settings_.compare;
    view_state_.shows_grid = settings_.shows_grid;
    if (!settings_.plays.value_or(true)) {
        view_state_.playback.pause();
        view_state_.drift.pause();
    }
    if (const auto icon =
            installed_file("../share/icons/hicolor/256x256/apps/io.github.huedrift.huedrift.png",
                           "../io.github.huedrift.huedrift.png");
        !icon.empty() && !window_.is_off_screen())
        icon_.ask(icon);
    if (!launch.files.empty()) dropped_.ask(launch.files);
    window_.show();
    want_frame(layouts_per_event);
}

Application::~Application() { finish_files(); }

void Application::finish_files() {
    if (std::exchange(files_finished_, true)) return;
    try {
        save_settings();
    } catch (const std::exception&) {
        // Out of memory: the file keeps the settings saved last.
    }
    saver_.finish();
    recorder_.finish();
    session_.finish_files();
}

void Application::drop(const std::vector<std::filesystem::path>& files) {
    if (files.empty()) return;
    if (files.size() == 1 && is_palette_name(files.front()))
        return session_.open_palette(whole_path(files.front()));
    auto named = dropped_.busy() ? dropped_.request() : std::vector<std::filesystem::path>();
    named.insert(named.end(), files.begin(), files.end());
    dropped_.ask_again(named);
}

/// Opens the files dropped, or named at the start, once its folders are read. It joins an open queue.
bool Application::take_dropped() {
    if (!dropped_.deliver()) return false;
    if (dropped_.failure()) notice_ = dropped_.failure()->what();
    if (!dropped_.answer()) return true;
    const std::vector<std::filesystem::path>& pictures = *dropped_.answer();
    if (session_.snapshot().queue->size() < 2 && pictures.size() == 1) {
        session_.open_or_offer(pictures.front());
    } else if (session_.snapshot().queue->size() < 2) {
        session_.open(pictures);
    } else {
        session_.add(pictures);
        view_state_.said = counted(pictures.size(), "picture", "pictures") + " added to the queue";
    }
    return true;
}

void Application::update_settings() {
    settings_.geometry = window_.geometry();
    settings_.compare = view_state_.compare;
    settings_.shows_grid = view_state_.shows_grid;
    const bool plays = view_state_.playback.is_wanted();
    if (settings_.plays || plays == desktop_.reduces_motion()) settings_.plays = plays;
    if (settings_.wanted != session_.own()) settings_.wanted = session_.own();
}

void Application::save_settings() {
    save_at_.reset();
    if (settings_file_.empty()) return;
    update_settings();
    saved_ = settings_;
    saver_.ask_again({settings_, settings_file_});
}

/// Saves a second after the first change, so that one wake-up writes all changes of a gesture.
void Application::save_soon() {
    constexpr std::chrono::seconds wait{1};
    if (settings_file_.empty()) return;
    if (save_at_ && now_() >= *save_at_) return save_settings();
    update_settings();
    if (settings_ == saved_)
        save_at_.reset();
    else if (!save_at_)
        save_at_ = now_() + wait;
}

void Application::run() {
    while (run_once(std::nullopt)) {
    }
}

/// The time until the next frame may be drawn.
std::chrono::milliseconds Application::until_frame() const {
    using std::chrono::milliseconds, std::chrono::steady_clock;
    const bool shares_cores = renderer_->device->facts().type == vulkan::DeviceType::cpu;
    const Activity activity = session_.snapshot().activity;
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
    bool woken = false, called = false;
    while (window_.wait(event, timeout)) {
        if (!std::exchange(woken, true)) clock_.begin();
        timeout = std::chrono::milliseconds(0);
        if (window_.is_wake(event)) {
            called = true;
            continue;
        }
        const bool needs_layout = gui_.handle(event);
        handle(event);
        want_frame(layouts_per_event);
        if (needs_layout && !closing_) with_renderer([&] { lay_out(); });
    }
    if (!woken) clock_.begin();
    take_in(called);
    play();
    if (!closing_ && layouts_left_ > 0) recorder_.is_recording() ? record() : draw(nullptr);
    save_soon();
    return !closing_;
}

/// Draws a frame for the recorder.
void Application::record() {
    Image window;
    try {
        draw(&window);
    } catch (const Error& failure) {
        if (failure.kind() == ErrorKind::device) throw;
        recorder_.fail(failure, view_state_);
    }
    const CloudView* const cloud = canvas_.cloud();
    if (!cloud)
        recorder_.cancel(view_state_);
    else if (recorder_.is_recording() && !window.pixels().empty())
        recorder_.take(window, cloud->cloud().area, view_state_);
    want_frame(layouts_per_event);
}

/// The desktop decides whether animations play, unless the user has.
bool Application::follow_desktop() {
    const bool moved = !desktop_.reduces_motion();
    if (!desktop_.deliver()) return false;
    if (moved && desktop_.reduces_motion() && !settings_.plays) {
        view_state_.playback.pause();
        view_state_.drift.pause();
    }
    return true;
}

void Application::take_in(bool called) {
    bool has_news = session_.poll();
    has_news |= follow_desktop();
    has_news |= recorder_.deliver(view_state_);
    has_news |= thumbnails_.deliver();
    has_news |= files_.deliver();
    has_news |= take_dropped();
    const auto take_failure = [&](auto& job) {
        if (!job.deliver() || !job.failure()) return;
        notice_ = job.failure()->what();
        has_news = true;
    };
    take_failure(saver_);
    take_failure(show_in_folder_);
    has_news |= cloud_saver_.deliver();
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
    const bool shows = view_state_.compare != Compare::cloud || session_.snapshot().picture;
    return shows ? view_state_.played().next() : std::nullopt;
}

std::optional<Playback::Time> Application::next_wake() const {
    std::optional<Playback::Time> next = next_frame();
    for (const auto& other : {save_at_, word_ends_})
        if (other && (!next || *other < *next)) next = other;
    return next;
}

void Application::play() {
    if (!next_frame() || !view_state_.played().advance(now_())) return;
    if (view_state_.compare == Compare::cloud) {
        want_frame(1);
        return;
    }
    // Drawn once the device has the frame's picture.
    const Snapshot& snapshot = session_.snapshot();
    note_document(snapshot);
    request_pictures(snapshot);
}

void Application::request_pictures(const Snapshot& snapshot) {
    renderer_->pictures.request({.document = snapshot.document,
                                 .palette = snapshot.palette,
                                 .frequency = snapshot.frequency,
                                 .display = view_state_.display,
                                 .frame = view_state_.playback.frame()});
}

void Application::handle(const SDL_Event& event) {
    if (const auto files = file_drop_.handle(event)) drop(*files);
    switch (event.type) {
    case SDL_QUIT:
        closing_ = true;
        break;
    case SDL_WINDOWEVENT:
        if (event.window.event == SDL_WINDOWEVENT_CLOSE) closing_ = true;
        if (event.window.event == SDL_WINDOWEVENT_FOCUS_GAINED) come_back();
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        handle_key(event);
        break;
    case SDL_MOUSEBUTTONDOWN:
        view_state_.said.clear();
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

/// While the picker is open, Ctrl+Z and Ctrl+Y step through its changes.
bool Application::step_recoloring(const SDL_Event& event) {
    const int key = event.key.keysym.sym, modifiers = event.key.keysym.mod;
    SwatchesPanel& swatches = panel_.analysis().swatches();
    const bool steps = (modifiers & KMOD_CTRL) != 0 && (key == SDLK_z || key == SDLK_y);
    if (!swatches.is_recoloring() || !steps) return false;
    if (ImGui::GetIO().WantTextInput && gui_.leave_field()) return true;
    const bool forward = key == SDLK_y || (modifiers & KMOD_SHIFT) != 0;
    swatches.step_recoloring(forward, session_);
    return true;
}

void Application::handle_key(const SDL_Event& event) {
    const int key = event.key.keysym.sym;
    const bool down = event.type == SDL_KEYDOWN;
    if (key == SDLK_SPACE && !down) view_state_.source_held = false;
    const bool is_arrow = key == SDLK_LEFT || key == SDLK_RIGHT || key == SDLK_UP || key == SDLK_DOWN;
    if (is_arrow && !down) session_.end_gesture(); // holding the key was one change
    if (down) view_state_.said.clear();
    if (down && step_recoloring(event)) return;
    if (!down || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
    const int modifiers = event.key.keysym.mod;
    const Shortcut shortcut{
        .key = key, .ctrl = (modifiers & KMOD_CTRL) != 0, .shift = (modifiers & KMOD_SHIFT) != 0};
    if (ImGui::GetIO().WantTextInput) {
        // A text field copies and pastes its own text.
        const bool is_of_field = !shortcut.shift && (key == SDLK_c || key == SDLK_v);
        if (!shortcut.ctrl || is_of_field) return;
        // Leaving the field undoes typed text.
        const bool steps_back = key == SDLK_z || key == SDLK_y;
        if (steps_back && gui_.leave_field()) return;
    }
    if (panel_.analysis().swatches().press(shortcut, view_state_)) return;
    if (gui_.walk().takes(shortcut)) return;
    if (key == SDLK_SPACE) view_state_.source_held = true;
    view_state_.gesture = is_arrow ? Gesture::ongoing : Gesture::complete;
    const bool has_run = actions_.press(shortcut);
    view_state_.gesture = Gesture::complete;
    if (!has_run && key == SDLK_TAB) gui_.walk().go_to_part(shortcut.shift ? -1 : 1);
}

void Application::note_document(const Snapshot& snapshot) {
    if (snapshot.palette_offer) remember(settings_.recent_palettes, snapshot.palette_offer->path);
    if (snapshot.document == noted_) return;
    const bool is_same_file = noted_ && snapshot.document && snapshot.document->path == noted_->path;
    noted_ = snapshot.document;
    view_state_.show_all();
    view_state_.selection.rows.clear();
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
    const Snapshot& snapshot = session_.snapshot();
    if (desktop_.busy() || files_.busy() || dropped_.busy() || thumbnails_.busy() || session_.is_drifting() ||
        recorder_.busy() || session_.is_preparing() || cloud_saver_.busy())
        return false;
    const RenderedPictures& pictures = renderer_->pictures.rendered();
    const bool computed = snapshot.activity == Activity::idle || snapshot.activity == Activity::curve;
    return computed && snapshot.opening.empty() && !renderer_->pictures.busy() &&
           pictures.document == snapshot.document && pictures.palette.result == snapshot.palette &&
           pictures.frequency.result == snapshot.frequency && pictures.display == view_state_.display &&
           pictures.frame == view_state_.playback.frame();
}

void Application::want_frame(int layouts) {
    layouts_left_ = std::max(layouts_left_, layouts);
    draws_ = true;
}

void Application::draw(Image* capture) {
    with_renderer([&] { draw_frame(capture); });
}

void Application::with_renderer(const std::function<void()>& body) {
    try {
        if (renderer_->device->lost()) throw DeviceLost("the device was lost");
        body();
    } catch (const Error& failure) {
        if (failure.kind() != ErrorKind::device) throw;
        recover(failure);
    }
}

void Application::recover(const Error& failure) {
    std::size_t number = renderer_->device_number;
    laid_out_ = in_flight_ = {};
    renderer_.reset();
    for (std::string reason = failure.what(); !renderer_;) {
        failures_[number].add();
        const auto next = choose_window_device(devices_->context(), window_, failures_);
        if (!next) throw Error(ErrorKind::device, reason);
        number = *next;
        try {
            renderer_ = std::make_unique<WindowRenderer>(*devices_, number, window_, gui_, drawing_threads_);
        } catch (const Error& again) {
            reason = again.what();
        }
        notice_ = reason + "; the window continues on a new device";
    }
    want_frame(layouts_per_event);
}

bool Application::lay_out() {
    layouts_left_ = std::max(0, layouts_left_ - 1);
    if (window_.drawable().empty()) return false;
    const double scale = std::clamp(settings_.scale * desktop_.scale(), 0.5, 4.0);
    gui_.set_appearance(settings_.brightness, static_cast<float>(scale));
    const Snapshot snapshot = session_.snapshot();
    note_document(snapshot);
    const auto word_ends = catching_up_ends_in(snapshot);
    word_ends_ = word_ends ? std::optional(now_() + *word_ends) : std::nullopt;
    request_pictures(snapshot);
    laid_out_ = renderer_->pictures.rendered();
    renderer_->gui.prepare();
    gui_.begin_frame();
    thumbnails_.begin_frame();
    draw_panels({snapshot, session_, view_state_, gui_});
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
    is_held_ = !capture && until_frame().count() > 0;
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
    if (shown) clock_.end(renderer_->presenter.take_waits());
    if (!fits)
        notice_ = "the device has no memory for so many points: the cloud shows at most " +
                  counted(renderer_->clouds.max_points(), "colour", "colours");
    if (!shown || !fits) want_frame(layouts_per_event);
}

void Application::draw_panels(const FrameContext& frame) {
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float menu = draw_menu_bar(frame, actions_, settings_);
    const float width = whole.x - SidePanel::width(settings_.panel, frame.gui),
                tools = toolbar_height(frame.gui), frames = canvas_bar_height(frame),
                strip = queue_strip_height(frame), status = status_bar_height(frame.gui);
    const Box area{0, menu + tools, width, whole.y - menu - tools - frames - strip - status};
    const float below = area[1] + area[3];
    draw_toolbar(frame, canvas_, actions_, {0, menu, width, tools});
    frame.state.compare == Compare::cloud ? canvas_.draw_cloud(frame, renderer_->clouds.max_points(), area)
                                          : canvas_.draw(frame, laid_out_, area);
    draw_picture_menu(frame);
    if (!frame.snapshot.document && frame.snapshot.opening.empty() && !dropped_.busy())
        draw_welcome(frame, actions_, settings_, sample_, area);
    if (frames > 0) draw_canvas_bar(frame, actions_, {0, below, width, frames});
    if (strip > 0) draw_queue_strip(frame, thumbnails_, {0, below + frames, width, strip});
    draw_status_bar(frame, renderer_->device->facts().name, {0, whole.y - status, whole.x, status},
                    !settings_.panel.shown);

    frame.state.hovered = canvas_.cloud() ? canvas_.cloud()->pointed_mode() : std::nullopt;
    panel_.draw(frame, settings_.panel, menu, whole.y - status);
    if (!recorder_.is_recording()) draw_isolated(frame, area);
    draw_messages(frame, canvas_.message_area(area, frame.gui));
    draw_dialogs(frame, area);
    if (file_drop_.hovers()) draw_drop_target(frame, area);
}

void Application::draw_messages(const FrameContext& frame, const Box& area) {
    if (recorder_.is_recording()) return;
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
    } else if (!recorder_.failure().empty()) {
        if (draw_message(recorder_.failure(), true, frame.gui, area)) recorder_.dismiss_failure();
    } else if (!frame.state.said.empty()) {
        if (draw_message(frame.state.said, false, frame.gui, area)) frame.state.said.clear();
    } else if (!asks && settings_.hint && settings_.panel.shown && frame.snapshot.exact()) {
        draw_hints(settings_, {panel_.drift().area(), panel_.analysis().swatches_area(), area}, frame.gui);
    }
}

void Application::draw_dialogs(const FrameContext& frame, const Box& area) {
    if (std::exchange(frame.state.opens_palette, false)) actions_.run(ActionId::open_palette);
    palette_.draw(frame, actions_);
    draw_keys(frame, actions_);
    draw_about(frame, renderer_->device->facts().name);
    exporter_.draw(frame, files_, show_in_folder_);
    queue_exporter_.draw(frame, files_, show_in_folder_);
    cloud_saver_.draw(frame, recorder_, files_);
    files_.draw(thumbnails_, frame.gui, area);
}

}
