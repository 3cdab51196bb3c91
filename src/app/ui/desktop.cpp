#include "app/ui/desktop.h"

#include "app/ui/portal.h"

#include <SDL.h>
#include <SDL_syswm.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace huedrift::app {
namespace {

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
                                      g_variant_new("(^as)", spaces), "(a{sa{sv}})");
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

std::string uri_of(const std::filesystem::path& path) {
    const std::unique_ptr<char, Release<g_free>> uri(g_filename_to_uri(path.c_str(), nullptr, nullptr));
    return uri ? uri.get() : "";
}

/// Throws Error(failed) if no file manager selects the file.
void choose_in_folder(const std::filesystem::path& file, GCancellable* closed) {
    const std::string uri = uri_of(file);
    const char* const uris[]{uri.c_str(), nullptr};
    Portal(closed).call("org.freedesktop.FileManager1", "ShowItems", g_variant_new("(^ass)", uris, ""), "()",
                        "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1");
}

void open_folder(const std::filesystem::path& folder) {
    GError* failure = nullptr;
    if (g_app_info_launch_default_for_uri(uri_of(folder).c_str(), nullptr, &failure)) return;
    const Failure why(failure);
    throw Error(ErrorKind::failed, "no file manager opens " + folder.string());
}

/// Xlib caches the answers of the server.
Atom atom(::Display* display, const char* name) { return XInternAtom(display, name, False); }

bool have_files(::Display* display, std::span<const Atom> types) {
    return std::ranges::count(types, atom(display, "text/uri-list")) > 0;
}

/// Whether a drag over the window has files. The message holds up to three types; the source window lists
/// further ones.
bool brings_files(::Display* display, const XClientMessageEvent& enter) {
    if ((enter.data.l[1] & 1) == 0) {
        const Atom types[] = {Atom(enter.data.l[2]), Atom(enter.data.l[3]), Atom(enter.data.l[4])};
        return have_files(display, types);
    }
    constexpr long most = 1024;
    Atom type = None;
    int bits = 0;
    unsigned long count = 0, left = 0;
    unsigned char* list = nullptr;
    XGetWindowProperty(display, ::Window(enter.data.l[0]), atom(display, "XdndTypeList"), 0, most, False,
                       XA_ATOM, &type, &bits, &count, &left, &list);
    const bool files = list && bits == 32 && have_files(display, {reinterpret_cast<Atom*>(list), count});
    if (list) XFree(list);
    return files;
}

}

struct DesktopWait {
    const Object<GCancellable> closed{g_cancellable_new()};
};

DesktopSettings::DesktopSettings(Display display, JobThreads& threads)
    : asked_(display == Display::desktop), wait_(std::make_unique<DesktopWait>()),
      x_(threads, [](std::monostate, Progress&) { return text_scale_of_x(); }),
      portal_(threads,
              [wait = wait_.get()](std::monostate, Progress&) { return ask(Portal(wait->closed.get())); }) {
    if (!asked_) return;
    scale_of_x_ = text_scale_of_x();
    portal_.ask_again({});
}

DesktopSettings::~DesktopSettings() { g_cancellable_cancel(wait_->closed.get()); }

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

ShowInFolder::ShowInFolder(JobThreads& threads)
    : wait_(std::make_unique<DesktopWait>()),
      shower_(threads, [closed = wait_->closed.get()](const std::filesystem::path& file, Progress&) {
          try {
              choose_in_folder(file, closed);
          } catch (const Error&) {
              open_folder(file.parent_path());
          }
          return std::monostate();
      }) {}

ShowInFolder::~ShowInFolder() { g_cancellable_cancel(wait_->closed.get()); }

FileDrop::FileDrop(Window& window) : window_(window) {
    SDL_SysWMinfo desktop;
    SDL_VERSION(&desktop.version);
    if (!SDL_GetWindowWMInfo(window.sdl(), &desktop) || desktop.subsystem != SDL_SYSWM_X11) return;
    SDL_SetEventFilter(filter, this);
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
}

FileDrop::~FileDrop() {
    SDL_EventState(SDL_SYSWMEVENT, SDL_DISABLE);
    SDL_SetEventFilter(nullptr, nullptr);
}

/// Keeps the desktop's own messages out of the queue, as each would cause a frame.
int FileDrop::filter(void* self, SDL_Event* event) {
    if (event->type != SDL_SYSWMEVENT) return 1;
    const XEvent& message = event->syswm.msg->msg.x11.event;
    if (message.type != ClientMessage) return 0;
    ::Display* const display = message.xclient.display;
    const auto is = [&](const char* name) { return message.xclient.message_type == atom(display, name); };
    auto& drop = *static_cast<FileDrop*>(self);
    if (is("XdndEnter"))
        drop.hover(brings_files(display, message.xclient));
    else if (is("XdndLeave") || is("XdndDrop"))
        drop.hover(false);
    return 0;
}

void FileDrop::hover(bool over) {
    if (std::exchange(hovers_, over) != over) window_.wake();
}

std::optional<std::vector<std::filesystem::path>> FileDrop::handle(const SDL_Event& event) {
    switch (event.type) {
    case SDL_MOUSEMOTION: // none arrives during a drag, so its source has gone
        hovers_ = false;
        break;
    case SDL_DROPBEGIN:
        dropped_.clear();
        break;
    case SDL_DROPFILE:
        dropped_.emplace_back(event.drop.file);
        SDL_free(event.drop.file);
        break;
    case SDL_DROPCOMPLETE:
        return std::exchange(dropped_, {});
    default:
        break;
    }
    return std::nullopt;
}

}
