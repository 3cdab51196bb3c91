#include "app/ui/file_drop.h"

#include "app/ui/window.h"

#include <SDL.h>
#include <SDL_syswm.h>
#include <X11/Xatom.h>

#include <algorithm>
#include <span>
#include <utility>

namespace huedrift::app {
namespace {

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
