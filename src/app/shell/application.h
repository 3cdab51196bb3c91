#pragma once

#include "app/dialogs/command_lists.h"
#include "app/dialogs/export_dialog.h"
#include "app/dialogs/file_dialog.h"
#include "app/panels/side_panel.h"
#include "app/render/window_renderer.h"
#include "app/shell/action_table.h"
#include "app/shell/keyboard.h"
#include "app/ui/desktop.h"
#include "app/ui/thumbnail_view.h"

#include <chrono>
#include <filesystem>
#include <functional>

namespace huedrift::app {

/// The program `huedrift`: opens the window, and returns the exit code once it is closed. Reports failures as
/// one sentence on stderr.
int run_program(int count, char** arguments);

/// How the window is opened.
struct Launch {
    std::vector<std::filesystem::path> files{};
    Settings settings{};
    std::filesystem::path settings_file{}; ///< stores the settings; empty: no file
    std::filesystem::path edits_folder{};  ///< of an EditMemory; empty: none
    std::string notice{};                  ///< shown at the start, one sentence
    Display display = Display::desktop;
    bool validation = false; ///< asks for Vulkan's validation layer, for tests
    std::function<Playback::Time()> now = &std::chrono::steady_clock::now; ///< the clock of animations
};

/// The window, its session and its renderer.
class Application {
public:
    /// Throws Error(device) without a display, or without a Vulkan device that can draw in a window.
    explicit Application(const Launch& launch);
    ~Application();

    /// Runs until the window is closed.
    void run();
    /// Ends computing, and waits until all files being written are complete.
    void finish_files();
    /// Handles pending events, waiting at most `timeout` for the first (none: forever), and draws a frame if
    /// something has changed. Returns false once the window is to close.
    bool run_once(std::optional<std::chrono::milliseconds> timeout);
    /// Draws a frame now and returns what the window shows.
    Image capture();

    Session& session() { return session_; }
    const Settings& settings() const { return settings_; }
    /// A sentence on the start or on a device that failed.
    const std::string& notice() const { return notice_; }
    /// Why the last result could not be drawn, one sentence; else empty.
    const std::string& picture_failure() const { return renderer_->pictures.failure(); }
    const Actions& actions() const { return actions_; }
    Window& window() { return window_; }
    Canvas& canvas() { return canvas_; }
    ViewState& view_state() { return view_state_; }
    const ExportDialog& exporter() const { return exporter_; }
    const QueueDialog& queue_exporter() const { return queue_exporter_; }
    FileDialog& files() { return files_; }
    AnalysisPanel& analysis() { return panel_.analysis(); }
    vulkan::Context& context() { return renderer_.devices()->context(); }
    /// Whether all requested results are computed and ready to show.
    bool settled();
    /// The pictures in the last frame.
    const RenderedPictures& shown() const { return in_flight_; }
    /// Whether it draws no frame until the next event.
    bool is_idle() const { return layouts_left_ == 0; }
    /// How many frames it has shown.
    std::size_t frames() const { return frames_; }

private:
    void drop(const std::vector<std::filesystem::path>& files);
    bool take_dropped();
    void follow_queue();
    bool follow_desktop();
    /// Takes in the work of other threads; `called`: one of them asked for it.
    void take_in(bool called);
    /// When to advance the animation or the drift of the cloud; none: nothing plays.
    std::optional<Playback::Time> next_frame() const;
    /// Advances the animation or the drift if it is time.
    void play();
    bool is_writing() const;
    bool has_failed_to_write() const;
    void follow_closing();
    void request_pictures(const Snapshot& snapshot);
    void handle(const SDL_Event& event);
    void come_back();
    std::chrono::milliseconds until_frame() const;
    /// Wants a frame, laid out so often.
    void want_frame(int layouts);
    void draw(Image* capture);
    void draw_frame(Image* capture);
    /// Lays out the panels and the canvas, which change the settings as the pointer and the keys ask. Returns
    /// whether there is anything to draw on.
    bool lay_out();
    double scale() const;
    /// Runs `body`, which uses the renderer, as WindowRenderers::run() does.
    void with_renderer(const std::function<void()>& body);
    void draw_panels(const FrameContext& frame);
    void draw_messages(const FrameContext& frame, const Box& area);
    void draw_dialogs(const FrameContext& frame, const Box& area);
    void note_document(const Snapshot& snapshot);
    void note_queue(const Snapshot& snapshot);
    void update_settings();
    std::optional<Playback::Time> next_wake() const;

    Window window_;
    JobThreads threads_, drawing_threads_; ///< wake the window; the latter make what it draws
    DesktopSettings desktop_;
    Gui gui_;
    WindowRenderers renderer_;
    Canvas canvas_;
    SidePanel panel_;
    CommandPalette palette_;
    ThumbnailView thumbnails_;
    FileDialog files_;
    ShowInFolder show_in_folder_;
    ExportDialog exporter_;
    QueueDialog queue_exporter_;
    std::filesystem::path sample_; ///< a picture to try; empty: it is not installed
    ViewState view_state_;
    Settings& settings_ = view_state_.settings;
    StoredSettings stored_settings_;
    std::string notice_;                                       ///< on the start or a device that failed
    std::shared_ptr<const Document> noted_;                    ///< the last one added to the recent files
    std::shared_ptr<const std::vector<Location>> noted_queue_; ///< likewise
    RenderedPictures laid_out_, in_flight_; ///< the pictures of the last layout and of the last frame
    std::function<Playback::Time()> now_;
    std::optional<Playback::Time> word_ends_{}; ///< when the word for the result's state changes
    int layouts_left_ = 0;
    bool draws_ = false;    ///< the next layout is drawn even if Dear ImGui's part has not changed
    std::size_t drawn_ = 0; ///< the hash of Dear ImGui's part of the last frame
    std::size_t frames_ = 0;
    std::chrono::steady_clock::time_point frame_begun_{}; ///< of the last one
    bool is_held_ = false;                                ///< the frame that is laid out is not due yet
    bool closing_ = false;                                ///< the window was asked to close
    bool closes_later_ = false, ends_ = false;            ///< once all files are written; now
    bool awaits_queue_ = false;                           ///< these are of the queue
    bool files_finished_ = false;
    Session session_;
    const Controls controls_;
    Actions actions_;
    Keyboard keyboard_;
    LatestJob<std::filesystem::path, Image> icon_;
    std::vector<std::filesystem::path> dragged_{}; ///< the files of a drop that is not complete
    /// The pictures among dropped files and folders.
    LatestJob<std::vector<std::filesystem::path>, MeantPictures> dropped_;
    std::shared_ptr<const std::vector<Location>> queue_{}; ///< the last one seen
};

}
