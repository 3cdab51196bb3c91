#pragma once

#include "base/job_runner.h"
#include "base/location.h"
#include "session/history.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
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

/// What the last export wrote, with which the next one begins.
struct ExportSettings {
    std::filesystem::path format{}; ///< the extension of a picture's file, with its dot; empty: as its source
    std::filesystem::path folder{}; ///< empty: that of the source
    std::vector<std::filesystem::path> parts{}; ///< the endings of the other files

    friend bool operator==(const ExportSettings&, const ExportSettings&) = default;
};

/// Settings that the user has saved under a name.
struct Preset {
    std::string name{}; ///< at most max_preset_name bytes, unique
    SessionSettings settings{};

    friend bool operator==(const Preset&, const Preset&) = default;
};

inline constexpr std::size_t max_preset_name = 80;

/// The state that the window saves between runs.
struct Settings {
    Brightness brightness = Brightness::dark;
    double scale = 1; ///< the user's scale of everything but the picture, on top of the desktop's, 0.5 to 4
    WindowGeometry geometry{};
    PanelSettings panel{};
    Compare compare = Compare::side_by_side;
    bool shows_grid = true;      ///< whether to draw a result's pixel grid over the pictures
    std::optional<bool> plays{}; ///< whether opened animations play; none: the desktop decides
    ExportSettings exports{};
    std::vector<std::filesystem::path> recent{};          ///< opened files, newest first
    std::vector<std::filesystem::path> recent_palettes{}; ///< likewise, files opened as palettes
    std::optional<SessionSettings> wanted{};              ///< none: the user has set nothing yet
    std::vector<Preset> presets{};                        ///< in the order of their names
    std::optional<std::uint32_t> hint{}; ///< the next hint of the first start; none: they are over

    friend bool operator==(const Settings&, const Settings&) = default;
};

inline constexpr std::size_t max_recent_files = 12;
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

/// The settings of a window that has changed `before` into `now`, where others have written `file` meanwhile:
/// those that it has not changed are as in the file, and the recent files of all windows stay.
Settings merged(Settings now, const Settings& before, const Settings& file);

/// Writes the file, whole or not at all, and creates its folder if needed. `before`: the settings as they
/// were last read or written, for merging; none: the file is replaced. Throws Error(output).
void save_settings(const Settings& now, const std::filesystem::path& path,
                   const std::optional<Settings>& before = {});

/// The settings in a file, which jobs write.
class StoredSettings {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// `stored` are those in the file; an empty path: there is none, and nothing is stored.
    StoredSettings(JobThreads& threads, const Settings& stored, const std::filesystem::path& file);

    void save(const Settings& now);
    /// Saves them a second after their first change, so that one wake-up writes all changes of a gesture.
    void follow(const Settings& now, Time time);
    /// When to call follow() next; none: nothing has changed.
    std::optional<Time> due() const { return due_; }

    /// Takes in the outcome; returns whether there is one. failure() then tells why nothing was written, if
    /// so.
    bool deliver() { return writer_.deliver(); }
    const std::optional<Refused>& failure() const { return writer_.failure(); }
    /// Waits until they are written.
    void finish() { writer_.finish(); }

private:
    bool has_file_;
    Settings stored_; ///< or as being written
    std::optional<Time> due_{};
    LatestJob<Settings, std::monostate> writer_;
};

}
