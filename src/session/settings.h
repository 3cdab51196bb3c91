#pragma once

#include "session/appearance.h"
#include "session/weightings.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// What is kept from one run of the window to the next.
struct Settings {
    app::Brightness brightness = app::Brightness::dark;
    double scale = 1; ///< the user's, of all but the picture, 0.5 to 4
    app::WindowGeometry geometry{};
    app::Compare compare = app::Compare::side_by_side;
    std::vector<std::filesystem::path> recent{}; ///< opened files, newest first
    Wanted wanted{};

    friend bool operator==(const Settings&, const Settings&) = default;
};

/// Puts a file in front of the recent ones, each of which is there once; the oldest of very many is
/// forgotten.
void remember(Settings& settings, const std::filesystem::path& opened);

/// $XDG_CONFIG_HOME/huedrift/settings.json, by the XDG Base Directory Specification below ~/.config without
/// it; empty where there is no home either.
std::filesystem::path settings_path();

/// The file's text, which is JSON.
std::string settings_text(const Settings& settings);

/// Reads settings_text() back; none when the text is damaged. Single values out of range are taken to the
/// nearest within, members that are missing or unknown are as at first.
std::optional<Settings> parse_settings(std::string_view text);

struct LoadedSettings {
    Settings settings;
    std::string notice; ///< what was wrong with the file, one sentence; empty: nothing
};

/// Reads the file; where there is none, settings are as at first. A damaged one, and whatever else bears its
/// name, is renamed to settings.json.damaged and said so. Throws nothing.
LoadedSettings load_settings(const std::filesystem::path& path);

/// Writes the file, whole or not at all, and the folder that it needs. Throws Error(output).
void save_settings(const Settings& settings, const std::filesystem::path& path);

}
