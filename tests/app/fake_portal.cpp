#include "fake_portal.h"

#include <csignal>
#include <cstdlib>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace huedrift {
namespace {

constexpr const char* interfaces = R"(<node>
<interface name="org.freedesktop.portal.FileChooser">
  <method name="OpenFile"><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
  <method name="SaveFile"><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
  <property name="version" type="u" access="read"/>
</interface>
<interface name="org.freedesktop.portal.Request"><method name="Close"/></interface>
<interface name="org.freedesktop.portal.Settings">
  <method name="ReadAll"><arg type="as" direction="in"/><arg type="a{sa{sv}}" direction="out"/></method>
</interface>
<interface name="org.freedesktop.FileManager1">
  <method name="ShowItems"><arg type="as" direction="in"/><arg type="s" direction="in"/></method>
</interface>
</node>)";

/// dbus-daemon, ended with this process. One for all portals: GLib keeps its connection.
class Bus {
public:
    Bus() {
        int told[2];
        if (::pipe(told) != 0) return;
        process_ = ::fork();
        if (process_ == 0) {
            ::close(told[0]);
            ::prctl(PR_SET_PDEATHSIG, SIGTERM);
            const std::string descriptor = "--print-address=" + std::to_string(told[1]);
            ::execlp("dbus-daemon", "dbus-daemon", "--session", "--nofork", "--nopidfile", descriptor.c_str(),
                     static_cast<char*>(nullptr));
            ::_exit(127);
        }
        ::close(told[1]);
        for (char letter; ::read(told[0], &letter, 1) == 1 && letter != '\n';) address += letter;
        ::close(told[0]);
    }
    ~Bus() {
        if (process_ <= 0) return;
        ::kill(process_, SIGTERM);
        ::waitpid(process_, nullptr, 0);
    }

    std::string address; ///< empty: it cannot be started

private:
    pid_t process_ = -1;
};

std::string text_option(GVariant* options, const char* name) {
    const char* text = "";
    g_variant_lookup(options, name, "&s", &text);
    return text;
}

}

FakePortal::FakePortal() {
    static const Bus bus;
    if (bus.address.empty()) return;
    ::setenv("DBUS_SESSION_BUS_ADDRESS", bus.address.c_str(), 1);
    reason_.clear();
    thread_ = std::thread([this] { serve(bus.address); });
    ready_.wait(false);
}

FakePortal::~FakePortal() {
    die();
    g_main_loop_unref(loop_);
    g_main_context_unref(context_);
}

void FakePortal::die() {
    if (!thread_.joinable()) return;
    g_main_loop_quit(loop_);
    g_main_context_wakeup(context_);
    thread_.join();
}

void FakePortal::serve(const std::string& address) {
    g_main_context_push_thread_default(context_);
    GDBusConnection* const bus = g_dbus_connection_new_for_address_sync(
        address.c_str(),
        GDBusConnectionFlags(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                             G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION),
        nullptr, nullptr, nullptr);
    GDBusNodeInfo* const node = g_dbus_node_info_new_for_xml(interfaces, nullptr);
    const GDBusInterfaceVTable table{on_call, nullptr, nullptr, {}};
    for (GDBusInterfaceInfo* const interface : {node->interfaces[0], node->interfaces[2]})
        g_dbus_connection_register_object(bus, "/org/freedesktop/portal/desktop", interface, &table, this,
                                          nullptr, nullptr);
    g_dbus_connection_register_object(bus, "/org/freedesktop/FileManager1", node->interfaces[3], &table, this,
                                      nullptr, nullptr);
    g_bus_own_name_on_connection(bus, "org.freedesktop.FileManager1", G_BUS_NAME_OWNER_FLAGS_NONE, nullptr,
                                 nullptr, nullptr, nullptr);
    g_bus_own_name_on_connection(
        bus, "org.freedesktop.portal.Desktop", G_BUS_NAME_OWNER_FLAGS_NONE,
        [](GDBusConnection*, const char*, void* self) {
            auto& ready = static_cast<FakePortal*>(self)->ready_;
            ready = true;
            ready.notify_all();
        },
        nullptr, this, nullptr);
    g_main_loop_run(loop_);
    g_dbus_connection_close_sync(bus, nullptr, nullptr);
    g_dbus_node_info_unref(node);
    g_object_unref(bus);
    g_main_context_pop_thread_default(context_);
}

void FakePortal::on_call(GDBusConnection* bus, const char* sender, const char*, const char*,
                         const char* method, GVariant* arguments, GDBusMethodInvocation* invocation,
                         void* self) {
    auto& portal = *static_cast<FakePortal*>(self);
    if (portal.mute) return g_object_unref(invocation);
    if (std::string(method) == "Get")
        return g_dbus_method_invocation_return_value(invocation,
                                                     g_variant_new("(v)", g_variant_new_uint32(3)));
    if (std::string(method) == "ReadAll")
        return g_dbus_method_invocation_return_value(
            invocation,
            g_variant_new_parsed("(%@a{sa{sv}},)", g_variant_new_parsed(portal.settings.c_str())));
    if (std::string(method) == "Close") {
        ++portal.closed_;
        portal.closed_.notify_all();
        return g_dbus_method_invocation_return_value(invocation, nullptr);
    }
    if (std::string(method) == "ShowItems") {
        const char** items = nullptr;
        g_variant_get(arguments, "(^a&s&s)", &items, nullptr);
        portal.shown_ = items[0];
        portal.shows_ = true;
        g_free(items);
        return g_dbus_method_invocation_return_value(invocation, nullptr);
    }
    portal.ask(bus, sender, method, arguments, invocation);
}

void FakePortal::ask(GDBusConnection* bus, const std::string& sender, const char* method, GVariant* arguments,
                     GDBusMethodInvocation* invocation) {
    GVariant* const options = g_variant_get_child_value(arguments, 2);
    std::string path = "/org/freedesktop/portal/desktop/request/" + sender.substr(1) + "/" +
                       text_option(options, "handle_token");
    for (char& letter : path)
        if (letter == '.') letter = '_';
    method_ = method;
    suggested_name_ = text_option(options, "current_name");
    g_variant_unref(options);
    if (user == User::thinks) {
        GDBusNodeInfo* const node = g_dbus_node_info_new_for_xml(interfaces, nullptr);
        const GDBusInterfaceVTable table{on_call, nullptr, nullptr, {}};
        g_dbus_connection_register_object(bus, path.c_str(), node->interfaces[1], &table, this, nullptr,
                                          nullptr);
        g_dbus_node_info_unref(node);
    }
    ++asked_;
    g_dbus_method_invocation_return_value(invocation, g_variant_new("(o)", path.c_str()));
    if (user == User::thinks) return;

    GVariantBuilder results;
    g_variant_builder_init(&results, G_VARIANT_TYPE_VARDICT);
    if (user == User::chooses) {
        GVariantBuilder list;
        g_variant_builder_init(&list, G_VARIANT_TYPE_STRING_ARRAY);
        for (const std::string& uri : uris) g_variant_builder_add(&list, "s", uri.c_str());
        g_variant_builder_add(&results, "{sv}", "uris", g_variant_builder_end(&list));
    }
    const unsigned response = user == User::chooses ? 0 : 1;
    g_dbus_connection_emit_signal(bus, sender.c_str(), path.c_str(), "org.freedesktop.portal.Request",
                                  "Response", g_variant_new("(ua{sv})", response, &results), nullptr);
}

}
