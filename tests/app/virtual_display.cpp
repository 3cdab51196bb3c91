#include "virtual_display.h"

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

}
