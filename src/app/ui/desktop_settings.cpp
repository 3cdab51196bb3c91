#include "app/ui/desktop_settings.h"

#include "app/ui/portal.h"

#include <SDL_video.h>
#include <X11/Xlib.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>

namespace huedrift::app {
namespace {

constexpr auto portal_timeout = std::chrono::seconds(4);

/// The value of `key` in one of the namespaces of a reply of ReadAll (a{sa{sv}}), if it has that type.
Variant value_of(GVariant* all, const char* space, const char* key, const char* type) {
    const Variant values(g_variant_lookup_value(all, space, G_VARIANT_TYPE_VARDICT));
    return Variant(values ? g_variant_lookup_value(values.get(), key, G_VARIANT_TYPE(type)) : nullptr);
}

/// org.freedesktop.portal.Settings: the settings common to all desktops, and GNOME's, which other portals
/// also provide.
DesktopSettings::Told ask(const Portal& portal) {
    constexpr const char* common = "org.freedesktop.appearance";
    constexpr const char* gnome = "org.gnome.desktop.interface";
    const char* const spaces[] = {common, gnome, nullptr};
    const Variant reply = portal.call("org.freedesktop.portal.Settings", "ReadAll",
                                      g_variant_new("(^as)", spaces), "(a{sa{sv}})", portal_timeout);
    const Variant all(g_variant_get_child_value(reply.get(), 0));
    DesktopSettings::Told told;
    if (const Variant factor = value_of(all.get(), gnome, "text-scaling-factor", "d"))
        told.text_scale = g_variant_get_double(factor.get());
    if (const Variant animates = value_of(all.get(), gnome, "enable-animations", "b"))
        told.reduces_motion = !g_variant_get_boolean(animates.get());
    if (const Variant reduced = value_of(all.get(), common, "reduced-motion", "u"))
        told.reduces_motion |= g_variant_get_uint32(reduced.get()) == 1;
    return told;
}

}

struct DesktopSettings::Call {
    const Object<GCancellable> closed{g_cancellable_new()};
};

DesktopSettings::DesktopSettings(Display display, JobThreads& threads)
    : asked_(display == Display::desktop), call_(std::make_unique<Call>()),
      x_(threads, [](std::monostate, Progress&) { return text_scale_of_x(); }),
      portal_(threads,
              [call = call_.get()](std::monostate, Progress&) { return ask(Portal(call->closed.get())); }) {
    if (!asked_) return;
    scale_of_x_ = text_scale_of_x();
    portal_.ask_again({});
}

DesktopSettings::~DesktopSettings() { g_cancellable_cancel(call_->closed.get()); }

void DesktopSettings::read() {
    if (!asked_) return;
    x_.ask_again({});
    portal_.ask_again({});
}

bool DesktopSettings::deliver() {
    const bool has_read_x = x_.deliver();
    if (has_read_x && x_.answer()) scale_of_x_ = *x_.answer();
    if (!portal_.deliver()) return has_read_x;
    if (portal_.answer()) told_ = *portal_.answer();
    return true;
}

double DesktopSettings::scale() const { return std::clamp(scale_of_x_.value_or(told_.text_scale), 0.5, 3.0); }

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
