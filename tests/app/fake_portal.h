#pragma once

#include <gio/gio.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace huedrift {

/// xdg-desktop-portal's file dialogs and settings, and a file manager, imitated by a thread on a bus of this
/// process's own. What the user does in the dialog is set beforehand.
class FakePortal {
public:
    enum class User { chooses, cancels, thinks };

    /// If dbus-daemon cannot be started, reason() says so.
    FakePortal();
    ~FakePortal();
    FakePortal(const FakePortal&) = delete;
    FakePortal& operator=(const FakePortal&) = delete;

    const std::string& reason() const { return reason_; }

    std::atomic<User> user = User::chooses;
    std::atomic<bool> mute = false; ///< never replies
    std::vector<std::string> uris;  ///< the chosen files; set while no dialog is open
    /// The answer to ReadAll, as GVariant's text; set while nobody asks.
    std::string settings = "@a{sa{sv}} {}";

    /// Dialogs requested, and closed by the requester.
    int asked() const { return asked_; }
    int closed() const { return closed_; }
    /// Waits until the first is closed.
    void wait_for_close() const { closed_.wait(0); }
    /// The method called last, and the suggested name.
    std::string method() const { return method_; }
    std::string suggested_name() const { return suggested_name_; }

    /// The file that the file manager was last asked to show; empty: nothing.
    std::string shown() const { return shows_ ? shown_ : ""; }

    /// Leaves the bus.
    void die();

private:
    static void on_call(GDBusConnection* bus, const char* sender, const char* path, const char* interface,
                        const char* method, GVariant* arguments, GDBusMethodInvocation* invocation,
                        void* self);
    void ask(GDBusConnection* bus, const std::string& sender, const char* method, GVariant* arguments,
             GDBusMethodInvocation* invocation);
    void serve(const std::string& address);

    std::string reason_ = "dbus-daemon cannot be started";
    GMainContext* context_ = g_main_context_new();
    GMainLoop* loop_ = g_main_loop_new(context_, false);
    std::atomic<bool> ready_ = false;
    std::atomic<int> asked_ = 0, closed_ = 0;
    std::string method_, suggested_name_; ///< written before asked_ is raised
    std::atomic<bool> shows_ = false;
    std::string shown_; ///< written before shows_ is set
    std::thread thread_;
};

}
