#pragma once

#include <gio/gio.h>

#include <memory>

namespace huedrift::app {

/// GLib objects, each released by its function.
template <auto release>
struct Release {
    template <typename T>
    void operator()(T* object) const {
        release(object);
    }
};
template <typename T>
using Object = std::unique_ptr<T, Release<g_object_unref>>;
using Variant = std::unique_ptr<GVariant, Release<g_variant_unref>>;
using Failure = std::unique_ptr<GError, Release<g_error_free>>;

/// xdg-desktop-portal and other services of the session bus, for a thread that may wait for them.
class Portal {
public:
    static constexpr const char* name = "org.freedesktop.portal.Desktop";

    /// Cancelling `closed` ends every wait. Throws Error(failed) without a bus.
    explicit Portal(GCancellable* closed);

    GDBusConnection* bus() const { return bus_.get(); }
    /// Calls a method whose reply has the type `reply`. Throws Error(failed) without the service, without
    /// such a method, and without a reply in time.
    Variant call(const char* interface, const char* method, GVariant* arguments, const char* reply,
                 const char* service = name, const char* path = "/org/freedesktop/portal/desktop") const;

private:
    GCancellable* closed_;
    Object<GDBusConnection> bus_;
};

}
