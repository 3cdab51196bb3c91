#include "app/ui/portal.h"

#include "base/error.h"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace huedrift::app {
namespace {

/// Without a bus, GLib would start one that stays.
bool has_session_bus() {
    if (std::getenv("DBUS_SESSION_BUS_ADDRESS")) return true;
    const char* const folder = std::getenv("XDG_RUNTIME_DIR");
    std::error_code unknown;
    return folder && std::filesystem::exists(std::filesystem::path(folder) / "bus", unknown);
}

[[noreturn]] void fail(GError* error) {
    const Failure failure(error);
    throw Error(ErrorKind::failed, std::string("the desktop does not answer: ") + failure->message);
}

}

Portal::Portal(GCancellable* closed) : closed_(closed) {
    if (!has_session_bus()) throw Error(ErrorKind::failed, "there is no session bus");
    GError* failure = nullptr;
    bus_.reset(g_bus_get_sync(G_BUS_TYPE_SESSION, closed, &failure));
    if (!bus_) fail(failure);
    // The exit of the desktop must not end this program.
    g_dbus_connection_set_exit_on_close(bus_.get(), false);
}

Variant Portal::call(const char* interface, const char* method, GVariant* arguments, const char* reply,
                     const char* service, const char* path) const {
    constexpr int patience = 4000; // milliseconds
    GError* failure = nullptr;
    Variant answer(g_dbus_connection_call_sync(bus(), service, path, interface, method, arguments,
                                               G_VARIANT_TYPE(reply), G_DBUS_CALL_FLAGS_NONE, patience,
                                               closed_, &failure));
    if (!answer) fail(failure);
    return answer;
}

}
