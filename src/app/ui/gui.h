#pragma once

#include "app/render/presenter.h"
#include "app/ui/theme.h"

#include <optional>

union SDL_Event;

namespace huedrift::app {

/// Dear ImGui in a window: its context, events in, drawing out.
class Gui {
public:
    /// What a Gui draws with on one device. One at a time, and there must be one for a frame.
    class Drawing {
    public:
        Drawing(Gui& gui, const gpu::Context& context, const gpu::Device& device, Presenter& presenter);
        ~Drawing();
        Drawing(const Drawing&) = delete;
        Drawing& operator=(const Drawing&) = delete;

    private:
        friend Gui;
        struct Native;
        void upload_fonts();

        Gui& gui_;
        Presenter& presenter_;
        std::unique_ptr<Native> native_;
    };

    explicit Gui(Window& window);
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
    struct Backend;

    void load_fonts(float pixel_ratio);

    Window& window_;
    Brightness brightness_ = Brightness::dark;
    float scale_ = 0, pixel_ratio_ = 0; ///< 0: nothing loaded yet
    Fonts fonts_;
    bool buttons_[3] = {};
    float wheel_[2] = {};                           ///< notches since the last frame, across and up
    std::optional<std::array<float, 2>> pointer_{}; ///< none: outside the window
    std::unique_ptr<Backend> backend_;
    Drawing* drawing_ = nullptr;
};

}
