#include "virtual_display.h"

#include <SDL_syswm.h>
#include <X11/Xlib.h>

#include <csignal>
#include <cstdlib>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace huedrift {
namespace {

/// Xvfb, ended with this process.
class Server {
public:
    Server() {
        ::setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1); // the desktop's dialogs are not asked
        if (test_display() == app::Display::none) {
            reason.clear();
            return;
        }
        // Each picks a free number, which another server may take at the same moment.
        for (int tries = 0; tries < 10 && !start(); ++tries) end();
    }
    ~Server() { end(); }

    std::string reason = "Xvfb cannot be started";

private:
    /// Returns whether it accepts connections.
    bool start() {
        int ready[2];
        if (::pipe(ready) != 0) return false;
        process_ = ::fork();
        if (process_ == 0) {
            ::close(ready[0]);
            ::prctl(PR_SET_PDEATHSIG, SIGTERM);
            const std::string descriptor = std::to_string(ready[1]);
            ::execlp("Xvfb", "Xvfb", "-displayfd", descriptor.c_str(), "-noreset", "-screen", "0",
                     "1600x1000x24", "-nolisten", "tcp", static_cast<char*>(nullptr));
            ::_exit(127);
        }
        ::close(ready[1]);
        std::string number; // written once it accepts connections
        for (char digit; ::read(ready[0], &digit, 1) == 1 && digit != '\n';) number += digit;
        ::close(ready[0]);
        if (number.empty()) return false;
        ::setenv("DISPLAY", (":" + number).c_str(), 1);
        ::setenv("SDL_VIDEODRIVER", "x11", 1);
        ::unsetenv("WAYLAND_DISPLAY");
        reason.clear();
        return true;
    }
    void end() {
        if (process_ <= 0) return;
        ::kill(process_, SIGTERM);
        ::waitpid(process_, nullptr, 0);
        process_ = -1;
    }

    pid_t process_ = -1;
};

}

app::Display test_display() {
    return std::getenv("HUEDRIFT_OFF_SCREEN") ? app::Display::none : app::Display::desktop;
}

const std::string& virtual_display() {
    static const Server server;
    return server.reason;
}

struct XClient::Connection {
    Display* const display = XOpenDisplay(nullptr);

    Atom atom(const char* name) const { return XInternAtom(display, name, False); }
    ~Connection() { XCloseDisplay(display); }
};

XClient::XClient() : connection_(std::make_unique<Connection>()) {}

XClient::~XClient() = default;

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

}
