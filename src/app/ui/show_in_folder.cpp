#include "app/ui/show_in_folder.h"

#include "app/ui/portal.h"

#include <string>

namespace huedrift::app {

struct ShowInFolder::Call {
    const Object<GCancellable> closed{g_cancellable_new()};
};

namespace {

constexpr int patience = 4000; // milliseconds

std::string uri_of(const std::filesystem::path& path) {
    const std::unique_ptr<char, Release<g_free>> uri(g_filename_to_uri(path.c_str(), nullptr, nullptr));
    return uri ? uri.get() : "";
}

/// Throws Error(failed) if no file manager selects the file.
void choose_in_folder(const std::filesystem::path& file, GCancellable* closed) {
    const Portal portal(closed);
    const std::string uri = uri_of(file);
    const char* const uris[]{uri.c_str(), nullptr};
    GError* failure = nullptr;
    const Variant answer(g_dbus_connection_call_sync(
        portal.bus(), "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
        "org.freedesktop.FileManager1", "ShowItems", g_variant_new("(^ass)", uris, ""), nullptr,
        G_DBUS_CALL_FLAGS_NONE, patience, closed, &failure));
    if (answer) return;
    const Failure why(failure);
    throw Error(ErrorKind::failed, why->message);
}

void open_folder(const std::filesystem::path& folder) {
    GError* failure = nullptr;
    if (g_app_info_launch_default_for_uri(uri_of(folder).c_str(), nullptr, &failure)) return;
    const Failure why(failure);
    throw Error(ErrorKind::failed, "no file manager opens " + folder.string());
}

}

ShowInFolder::ShowInFolder(JobThreads& threads)
    : call_(std::make_unique<Call>()),
      shower_(threads, [closed = call_->closed.get()](const std::filesystem::path& file, Progress&) {
          try {
              choose_in_folder(file, closed);
          } catch (const Error&) {
              open_folder(file.parent_path());
          }
          return std::monostate();
      }) {}

ShowInFolder::~ShowInFolder() { g_cancellable_cancel(call_->closed.get()); }

void ShowInFolder::show(const std::filesystem::path& file) { shower_.ask_again(file); }

}
