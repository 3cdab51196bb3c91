#include "app/dialogs/file_dialog.h"

#include "app/ui/portal.h"
#include "image/picture_formats.h"

#include <libportal/portal.h>

#include <string>

namespace huedrift::app {
namespace {

Error absence() { return {ErrorKind::failed, "the desktop has no file dialogs"}; }

/// Notices when the portal leaves the bus, or the bus closes.
class PortalWatch {
public:
    explicit PortalWatch(GDBusConnection* bus)
        : watch_(g_bus_watch_name_on_connection(
              bus, Portal::name, G_BUS_NAME_WATCHER_FLAGS_NONE, nullptr,
              [](GDBusConnection*, const char*, void* self) {
                  static_cast<PortalWatch*>(self)->lost_ = true;
              },
              this, nullptr)) {}
    ~PortalWatch() { g_bus_unwatch_name(watch_); }
    PortalWatch(const PortalWatch&) = delete;
    PortalWatch& operator=(const PortalWatch&) = delete;

    bool lost() const { return lost_; }

private:
    bool lost_ = false;
    unsigned watch_;
};

/// How a dialog ended.
struct DialogResult {
    bool reached = false;
    Variant results{}; ///< null: see failure
    Failure failure{};

    bool was_cancelled() const {
        return failure && g_error_matches(failure.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
};

template <auto finish>
void take_result(GObject* portal, GAsyncResult* result, void* ending) {
    GError* failure = nullptr;
    DialogResult& to = *static_cast<DialogResult*>(ending);
    to.results.reset(finish(XDP_PORTAL(portal), result, &failure));
    to.failure.reset(failure);
    to.reached = true;
}

GVariant* picture_filters() {
    constexpr unsigned by_type = 1;
    GVariantBuilder types;
    g_variant_builder_init(&types, G_VARIANT_TYPE("a(us)"));
    for (const PictureFormat& format : picture_formats())
        for (const std::string_view type : format.media_types)
            if (format.decoder && !type.empty())
                g_variant_builder_add(&types, "(us)", by_type, std::string(type).c_str());
    return g_variant_new_parsed("[('Pictures', %@a(us))]", g_variant_builder_end(&types));
}

void open_dialog(XdpPortal* portal, const FileQuestion& question, GCancellable* closed,
                 DialogResult& ending) {
    if (question.kind == FileQuestion::Kind::pictures)
        xdp_portal_open_file(portal, nullptr, "Open a picture", picture_filters(), nullptr, nullptr,
                             XDP_OPEN_FILE_FLAG_MULTIPLE, closed, take_result<xdp_portal_open_file_finish>,
                             &ending);
    else if (question.kind == FileQuestion::Kind::palette)
        xdp_portal_open_file(portal, nullptr, "Open a palette", nullptr, nullptr, nullptr,
                             XDP_OPEN_FILE_FLAG_NONE, closed, take_result<xdp_portal_open_file_finish>,
                             &ending);
    else
        xdp_portal_save_file(portal, nullptr, "Export", question.start.filename().c_str(),
                             nearest_folder(question.start.parent_path()).c_str(), nullptr, nullptr, nullptr,
                             nullptr, XDP_SAVE_FILE_FLAG_NONE, closed,
                             take_result<xdp_portal_save_file_finish>, &ending);
}

std::vector<std::filesystem::path> chosen_files(const DialogResult& ending) {
    std::vector<std::filesystem::path> files;
    using Text = std::unique_ptr<char, Release<g_free>>;
    const Variant uris(g_variant_lookup_value(ending.results.get(), "uris", G_VARIANT_TYPE_STRING_ARRAY));
    for (std::size_t i = 0; uris && i < g_variant_n_children(uris.get()); ++i) {
        const Variant uri(g_variant_get_child_value(uris.get(), i));
        if (const Text file{g_filename_from_uri(g_variant_get_string(uri.get(), nullptr), nullptr, nullptr)})
            files.emplace_back(file.get());
    }
    if (files.empty()) throw Error(ErrorKind::failed, "the chosen file is not on this machine");
    return files;
}

// A portal whose backend has no file dialogs lacks this property.
void ask_for_dialogs(const Portal& portal) {
    portal.call("org.freedesktop.DBus.Properties", "Get",
                g_variant_new("(ss)", "org.freedesktop.portal.FileChooser", "version"), "(v)");
}

}

/// One pending question, shared by both threads.
struct DesktopDialog::Call {
    const Object<GCancellable> closed{g_cancellable_new()};
    const std::unique_ptr<GMainContext, Release<g_main_context_unref>> context{g_main_context_new()};

    void close() {
        g_cancellable_cancel(closed.get());
        g_main_context_wakeup(context.get());
    }
    DialogResult ask_and_wait(GDBusConnection* bus, const FileQuestion& question) const;
};

/// Shows the dialog and waits, asleep, until it is closed.
DialogResult DesktopDialog::Call::ask_and_wait(GDBusConnection* bus, const FileQuestion& question) const {
    const PortalWatch watch(bus);
    const Object<XdpPortal> portal(xdp_portal_new());
    // Cancelled on this thread only, and no reply is handled afterwards: libportal frees a cancelled call at
    // once, even if it is being handled or a reply comes later.
    const Object<GCancellable> withdrawn(g_cancellable_new());
    DialogResult ending;
    open_dialog(portal.get(), question, withdrawn.get(), ending);
    while (!ending.reached && !watch.lost() && !g_cancellable_is_cancelled(closed.get()))
        g_main_context_iteration(context.get(), true);
    if (ending.reached) return ending;
    if (g_cancellable_is_cancelled(closed.get())) g_cancellable_cancel(withdrawn.get());
    throw absence();
}

DesktopDialog::~DesktopDialog() { close(); }

void DesktopDialog::close() {
    if (call_) call_->close();
    end();
}

void DesktopDialog::end() {
    call_ = nullptr;
    open_ = false;
}

void DesktopDialog::ask(const FileQuestion& question, Answered answered, std::function<void()> absent) {
    close();
    call_ = std::make_shared<Call>();
    runner_.post(
        [this, call = call_, question, answered](JobRunner::Run& run) {
            // The default of this thread, so that answers arrive there.
            g_main_context_push_thread_default(call->context.get());
            const std::unique_ptr<GMainContext, Release<g_main_context_pop_thread_default>> context(
                call->context.get());
            const Portal portal(call->closed.get());
            ask_for_dialogs(portal);
            const auto if_wanted = [this, call, &run](const auto& delivery) {
                run.deliver([this, call, delivery] {
                    if (call == call_) delivery();
                });
            };
            if_wanted([this] { open_ = true; });
            const DialogResult ending = call->ask_and_wait(portal.bus(), question);
            if (!ending.results && !ending.was_cancelled()) throw absence();
            const auto files = ending.results ? chosen_files(ending) : std::vector<std::filesystem::path>();
            if_wanted([this, answered, files] {
                end();
                answered(files);
            });
        },
        [this, call = call_, absent](const Error&) {
            if (call != call_) return;
            end();
            absent();
        });
}

}
