#pragma once

#include "app/presenter.h"
#include "app/theme.h"

#include <optional>

union SDL_Event;

namespace huedrift::app {

/// Dear ImGui in a window: its context, events in, drawing out.
class Gui {
public:
    Gui(Window& window, const vulkan::Context& context, const vulkan::Device& device, Presenter& presenter);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    /// Takes over a brightness and the user's scale (1 is 100 %), and the window's pixel ratio, before a
    /// frame.
    void set_appearance(Brightness brightness, float scale);
    const Theme& theme() const { return Theme::of(brightness_); }
    const Fonts& fonts() const { return fonts_; }
    float scale() const { return scale_; }
    /// Window pixels per unit of Dear ImGui.
    float pixel_ratio() const { return pixel_ratio_; }

    /// Passes on an event. Whether a frame must be drawn before the next one: a press and its release within
    /// one frame would go unseen.
    bool handle(const SDL_Event& event);

    void begin_frame();
    /// Ends the frame; draws nothing.
    void end_frame();
    void draw(const Painting& painting);

private:
    struct Backends;

    void load_fonts(float pixel_ratio);

    Window& window_;
    Presenter& presenter_;
    Brightness brightness_ = Brightness::dark;
    float scale_ = 0, pixel_ratio_ = 0; ///< 0: nothing loaded yet
    Fonts fonts_;
    bool buttons_[3] = {};
    float wheel_[2] = {};                           ///< notches since the last frame, across and up
    std::optional<std::array<float, 2>> pointer_{}; ///< none: outside the window
    std::unique_ptr<Backends> backends_;
};

}
