#pragma once

#include "app/analysis_panel.h"
#include "app/canvas.h"
#include "app/drift_panel.h"
#include "app/session.h"
#include "engines/vulkan_devices.h"

#include <chrono>
#include <filesystem>

namespace huedrift::app {

/// How the window is opened.
struct Launch {
    std::vector<std::filesystem::path> files{};
    WindowPlace place{};
    Brightness brightness = Brightness::dark;
    float scale = 1;         ///< of all that is not the picture
    bool validation = false; ///< asks for Vulkan's validation layer, for tests
};

/// The window and all behind it.
class Application {
public:
    /// Throws Error(device) without a display or a Vulkan device that can draw in a window.
    explicit Application(const Launch& launch);
    ~Application();

    /// Until the window is closed.
    void run();
    /// Handles what has happened, waiting at most `patience` for it (none: as long as it takes), and draws if
    /// there is something new. False once the window shall close.
    bool turn(std::optional<std::chrono::milliseconds> patience);
    /// Draws a frame now and returns what the window shows.
    Image capture();

    Session& session() { return session_; }
    Canvas& canvas() { return canvas_; }
    Look& look() { return look_; }
    AnalysisPanel& analysis() { return analysis_panel_; }
    vulkan::Context& context() { return devices_->context(); }
    /// Whether all that is asked for is computed and can be shown.
    bool settled();
    /// Whether nothing more is drawn until something happens.
    bool at_rest() const { return frames_wanted_ == 0; }
    /// Drawn so far.
    std::uint64_t frames() const { return frames_; }

private:
    void handle(const SDL_Event& event);
    void draw(Image* capture);
    void draw_panels(const View& view);

    Window window_;
    std::shared_ptr<VulkanDevices> devices_;
    std::shared_ptr<vulkan::Device> device_;
    Presenter presenter_;
    Gui gui_;
    Canvas canvas_;
    DriftPanel drift_panel_;
    AnalysisPanel analysis_panel_;
    Look look_;
    Brightness brightness_;
    float scale_;
    Prints in_flight_; ///< what the last frame draws with
    std::vector<std::filesystem::path> dropped_;
    int frames_wanted_ = 0;
    std::uint64_t frames_ = 0;
    bool closing_ = false;
    Darkroom darkroom_;
    Session session_;
};

}
