#include "app/ui/x_resources.h"

#include <SDL_video.h>
#include <X11/Xlib.h>

#include <charconv>
#include <memory>
#include <string_view>

namespace huedrift::app {

std::optional<double> text_scale_of_x() {
    const char* const driver = SDL_GetCurrentVideoDriver();
    if (!driver || std::string_view(driver) != "x11") return std::nullopt;
    struct Close {
        void operator()(::Display* display) const { XCloseDisplay(display); }
    };
    const std::unique_ptr<::Display, Close> display(XOpenDisplay(nullptr));
    if (!display) return std::nullopt;
    const char* const found = XGetDefault(display.get(), "Xft", "dpi");
    const std::string_view text = found ? found : "";
    double dots_per_inch = 0;
    std::from_chars(text.data(), text.data() + text.size(), dots_per_inch);
    return dots_per_inch > 0 ? std::optional(dots_per_inch / 96) : std::nullopt;
}

}
