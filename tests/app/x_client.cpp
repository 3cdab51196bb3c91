#include "x_client.h"

#include <SDL_syswm.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <algorithm>
#include <vector>

namespace huedrift {

struct XClient::Connection {
    Display* const display = XOpenDisplay(nullptr);
    const Window root = DefaultRootWindow(display);
    const Window window = XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0);

    Atom atom(const char* name) const { return XInternAtom(display, name, False); }
    ~Connection() { XCloseDisplay(display); }
};

XClient::XClient() : connection_(std::make_unique<Connection>()) {}

XClient::~XClient() { set_resources(""); }

void XClient::set_resources(const std::string& text) {
    XChangeProperty(connection_->display, connection_->root, XA_RESOURCE_MANAGER, XA_STRING, 8,
                    PropModeReplace, reinterpret_cast<const unsigned char*>(text.data()), int(text.size()));
    XSync(connection_->display, False);
}

std::size_t XClient::size_of(SDL_Window* window, const char* property) const {
    SDL_SysWMinfo target;
    SDL_VERSION(&target.version);
    SDL_GetWindowWMInfo(window, &target);
    Atom type = None;
    int format = 0;
    unsigned long count = 0, more = 0;
    unsigned char* data = nullptr;
    XGetWindowProperty(connection_->display, target.info.x11.window, connection_->atom(property), 0, 1 << 20,
                       False, AnyPropertyType, &type, &format, &count, &more, &data);
    if (data) XFree(data);
    return count;
}

void XClient::unmap(SDL_Window* window) {
    SDL_SysWMinfo target;
    SDL_VERSION(&target.version);
    SDL_GetWindowWMInfo(window, &target);
    XUnmapWindow(connection_->display, target.info.x11.window);
    XSync(connection_->display, False);
}

void XClient::send(SDL_Window* window, const char* message, std::initializer_list<unsigned long> numbers) {
    SDL_SysWMinfo target;
    SDL_VERSION(&target.version);
    SDL_GetWindowWMInfo(window, &target);
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target.info.x11.window;
    event.xclient.message_type = connection_->atom(message);
    event.xclient.format = 32;
    event.xclient.data.l[0] = long(connection_->window);
    std::ranges::copy(numbers, event.xclient.data.l + 1);
    XSendEvent(connection_->display, target.info.x11.window, False, NoEventMask, &event);
    XSync(connection_->display, False);
}

void XClient::drag_over(SDL_Window* window, std::initializer_list<const char*> types) {
    std::vector<Atom> atoms;
    for (const char* const type : types) atoms.push_back(connection_->atom(type));
    XChangeProperty(connection_->display, connection_->window, connection_->atom("XdndTypeList"), XA_ATOM, 32,
                    PropModeReplace, reinterpret_cast<const unsigned char*>(atoms.data()), int(atoms.size()));
    const unsigned long more = atoms.size() > 3 ? 1 : 0;
    atoms.resize(3, None);
    constexpr unsigned long version = 5;
    send(window, "XdndEnter", {version << 24 | more, atoms[0], atoms[1], atoms[2]});
    send(window, "XdndPosition", {0, 100 << 16 | 100, CurrentTime, connection_->atom("XdndActionCopy")});
}

void XClient::drag_away(SDL_Window* window) { send(window, "XdndLeave", {0, 0, 0, 0}); }

}
