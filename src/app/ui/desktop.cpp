#include "app/ui/desktop.h"

#include "app/ui/portal.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace huedrift::app {
namespace {

/// The value of `key` in one of the namespaces of a reply of ReadAll (a{sa{sv}}), if it has that type.
Variant value_of(GVariant* all, const char* space, const char* key, const char* type) {
    const Variant values(g_variant_lookup_value(all, space, G_VARIANT_TYPE_VARDICT));
    return Variant(values ? g_variant_lookup_value(values.get(), key, G_VARIANT_TYPE(type)) : nullptr);
}

/// org.freedesktop.portal.Settings: the settings common to all desktops, and GNOME's, which other portals
/// also provide.
DesktopSettings::Told ask(const Portal& portal) {
    constexpr const char* common = "org.freedesktop.appearance";
    constexpr const char* gnome = "org.gnome.desktop.interface";
    const char* const spaces[] = {common, gnome, nullptr};
    const Variant reply = portal.call("org.freedesktop.portal.Settings", "ReadAll",
                                      g_variant_new("(^as)", spaces), "(a{sa{sv}})");
    const Variant all(g_variant_get_child_value(reply.get(), 0));
    DesktopSettings::Told told;
    if (const Variant factor = value_of(all.get(), gnome, "text-scaling-factor", "d"))
        told.text_scale = g_variant_get_double(factor.get());
    if (const Variant animates = value_of(all.get(), gnome, "enable-animations", "b"))
        told.reduces_motion = !g_variant_get_boolean(animates.get());
    if (const Variant reduced = value_of(all.get(), common, "reduced-motion", "u"))
        told.reduces_motion |= g_variant_get_uint32(reduced.get()) == 1;
    return told;
}

std::string uri_of(const std::filesystem::path& path) {
    const std::unique_ptr<char, Release<g_free>> uri(g_filename_to_uri(path.c_str(), nullptr, nullptr));
    return uri ? uri.get() : "";
}

/// Throws Error(failed) if no file manager selects the file.
void choose_in_folder(const std::filesystem::path& file, GCancellable* closed) {
    const std::string uri = uri_of(file);
    const char* const uris[]{uri.c_str(), nullptr};
    Portal(closed).call("org.freedesktop.FileManager1", "ShowItems", g_variant_new("(^ass)", uris, ""), "()",
                        "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1");
}

void open_folder(const std::filesystem::path& folder) {
    GError* failure = nullptr;
    if (g_app_info_launch_default_for_uri(uri_of(folder).c_str(), nullptr, &failure)) return;
    const Failure why(failure);
    throw Error(ErrorKind::failed, "no file manager opens " + folder.string());
}

}

struct DesktopWait {
    const Object<GCancellable> closed{g_cancellable_new()};
};

DesktopSettings::DesktopSettings(Display display, JobThreads& threads)
    : asked_(display == Display::desktop), wait_(std::make_unique<DesktopWait>()),
      portal_(threads,
              [wait = wait_.get()](std::monostate, Progress&) { return ask(Portal(wait->closed.get())); }) {
    read();
}

DesktopSettings::~DesktopSettings() { g_cancellable_cancel(wait_->closed.get()); }

void DesktopSettings::read() {
    if (asked_) portal_.ask_again({});
}

bool DesktopSettings::deliver() {
    if (!portal_.deliver()) return false;
    if (portal_.answer()) told_ = *portal_.answer();
    return true;
}

double DesktopSettings::scale() const { return std::clamp(told_.text_scale, 0.5, 3.0); }

ShowInFolder::ShowInFolder(JobThreads& threads)
    : wait_(std::make_unique<DesktopWait>()),
      shower_(threads, [closed = wait_->closed.get()](const std::filesystem::path& file, Progress&) {
          try {
              choose_in_folder(file, closed);
          } catch (const Error&) {
              open_folder(file.parent_path());
          }
          return std::monostate();
      }) {}

ShowInFolder::~ShowInFolder() { g_cancellable_cancel(wait_->closed.get()); }

}
