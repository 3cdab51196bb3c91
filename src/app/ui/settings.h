#pragma once

#include "base/location.h"
#include "session/history.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift::app {

enum class Brightness { dark, light };

/// `cloud` shows the colours of the picture in Oklab instead of the picture.
enum class Compare { side_by_side, wipe, single, difference, cloud };

/// The window's place on the desktop, in the desktop's units.
struct WindowGeometry {
    std::optional<int> x{}, y{}; ///< none: the desktop decides
    int width = 1280, height = 800;
    bool maximised = false;

    friend bool operator==(const WindowGeometry&, const WindowGeometry&) = default;
};

/// The panel beside the pictures.
struct PanelSettings {
    static constexpr double narrowest = 300, usual = 348, widest = 560; ///< widths in units

    bool shown = true;
    double width = usual; ///< units

    friend bool operator==(const PanelSettings&, const PanelSettings&) = default;
};

/// The state that the window saves between runs.
struct Settings {
    Brightness brightness = Brightness::dark;
    double scale = 1; ///< the user's scale of everything but the picture, on top of the desktop's, 0.5 to 4
    WindowGeometry geometry{};
    PanelSettings panel{};
    Compare compare = Compare::side_by_side;
    bool shows_grid = true;      ///< whether to draw a result's pixel grid over the pictures
    std::optional<bool> plays{}; ///< whether opened animations play; none: the desktop decides
    std::vector<std::filesystem::path> recent{};          ///< opened files, newest first
    std::vector<std::filesystem::path> recent_palettes{}; ///< likewise, files opened as palettes
    std::optional<SessionSettings> wanted{};              ///< none: the user has set nothing yet
    std::optional<std::uint32_t> hint{}; ///< the next hint of the first start; none: they are over

    friend bool operator==(const Settings&, const Settings&) = default;
};

/// Puts a file in front of the recent ones, without repetitions, and drops the oldest ones beyond the limit.
/// Skips the clipboard and standard input.
void remember(std::vector<std::filesystem::path>& recent, const Location& opened);

/// $XDG_CONFIG_HOME/huedrift/settings.json, or below ~/.config without that variable (XDG Base Directory
/// Specification); empty without a home folder.
std::filesystem::path settings_path();

/// The JSON text of the file.
std::string settings_text(const Settings& settings);

/// Reads settings_text() back; none if the text is damaged. Clamps single values; missing and unknown members
/// get their defaults.
std::optional<Settings> parse_settings(std::string_view text);

struct LoadedSettings {
    Settings settings;
    std::string notice;   ///< the fault of the file, as a sentence; empty: none
    bool may_save = true; ///< else the file holds what could not be read, and must stay
};

/// Reads the file; without one, returns the defaults, with the hints of a first start. Renames a damaged
/// file, or anything else of that name, to settings.json.damaged and gives a notice. A file that can be
/// neither read nor renamed must not be replaced. Throws nothing.
LoadedSettings load_settings(const std::filesystem::path& path);

/// Writes the file, whole or not at all, and creates its folder if needed. Throws Error(output).
void save_settings(const Settings& settings, const std::filesystem::path& path);

}
