#include "app/ui/settings.h"

#include "app/ui/texts.h"
#include "base/enumeration.h"
#include "base/error.h"
#include "base/input_file.h"
#include "base/location.h"
#include "base/output_file.h"
#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <type_traits>

namespace huedrift::app {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t max_file_bytes = 1 << 24;

using RecentFiles = std::vector<std::filesystem::path>; // and the few endings of ExportSettings

std::string_view word_of(Brightness brightness) { return brightness == Brightness::dark ? "dark" : "light"; }
std::string_view word_of(Compare view) { return std::ranges::find(view_words, view, &ViewWords::view)->word; }
std::string_view word_of(Weightings weightings) { return name_of(weightings); }

// The members of the file and of its parts: `visit` gets the name of each, the member, and the range of a
// number.

template <class Visit>
void each_member(WindowGeometry& window, const Visit& visit) {
    visit("width", window.width, 320, 32768);
    visit("height", window.height, 320, 32768);
    visit("maximised", window.maximised);
    visit("x", window.x);
    visit("y", window.y);
}

template <class Visit>
void each_member(PanelSettings& panel, const Visit& visit) {
    visit("shown", panel.shown);
    visit("width", panel.width, PanelSettings::narrowest, PanelSettings::widest);
}

template <class Visit>
void each_member(ExportSettings& exports, const Visit& visit) {
    visit("format", exports.format);
    visit("folder", exports.folder);
    visit("parts", exports.parts);
}

template <class Visit>
void each_member(Preset& preset, const Visit& visit) {
    visit("name", preset.name);
    visit("parameters", preset.settings);
}

template <class Visit>
void each_member(Settings& settings, const Visit& visit) {
    visit("theme", settings.brightness);
    visit("scale", settings.scale, 0.5, 4);
    visit("window", settings.geometry);
    visit("panel", settings.panel);
    visit("compare", settings.compare);
    visit("shows_grid", settings.shows_grid);
    visit("export", settings.exports);
    visit("recent", settings.recent);
    visit("recent_palettes", settings.recent_palettes);
    visit("plays", settings.plays);
    visit("parameters", settings.wanted);
    visit("presets", settings.presets);
    visit("hint", settings.hint);
}

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Reads a value, which keeps its members that are missing. Clamps a number; a word of a later version
/// changes nothing. Never copies what it reads, as that recurses as deep as the text is nested. Throws
/// json::exception for a wrong type.
template <class Value>
void read(const ordered_json& json, Value& value, double low, double high) {
    if constexpr (requires { value.emplace(); }) {
        read(json, value.emplace(), low, high);
    } else if constexpr (std::is_enum_v<Value>) {
        const std::string& word = json.get_ref<const std::string&>();
        for (std::size_t i = 0; i < count_enumerators<Value>(); ++i)
            if (word_of(static_cast<Value>(i)) == word) value = static_cast<Value>(i);
    } else if constexpr (std::is_same_v<Value, bool>) {
        json.get_to(value);
    } else if constexpr (std::is_arithmetic_v<Value>) {
        using Limits = std::numeric_limits<Value>;
        value =
            static_cast<Value>(std::clamp<double>(json.get<double>(), std::max<double>(low, Limits::lowest()),
                                                  std::min<double>(high, Limits::max())));
    } else if constexpr (std::is_same_v<Value, std::string>) {
        value = json.get_ref<const std::string&>().substr(0, max_preset_name);
    } else if constexpr (std::is_same_v<Value, std::vector<Preset>>) {
        for (const ordered_json& preset : json.get_ref<const ordered_json::array_t&>())
            read(preset, value.emplace_back(), low, high);
    } else if constexpr (std::is_same_v<Value, std::filesystem::path>) {
        value = json.get_ref<const std::string&>();
    } else if constexpr (std::is_same_v<Value, RecentFiles>) {
        auto files = json.get<std::vector<std::string>>();
        files.resize(std::min(files.size(), max_recent_files));
        value.assign(files.begin(), files.end());
    } else {
        static_cast<void>(json.get_ref<const ordered_json::object_t&>());
        const auto member = [&json](const char* name, auto& part, double least = -unlimited,
                                    double most = unlimited) {
            if (json.contains(name)) read(json.at(name), part, least, most);
        };
        if constexpr (std::is_same_v<Value, SessionSettings>) {
            read_json(json, value.recipe);
            member("weighting", value.weightings);
            value = clamped(value);
        } else {
            each_member(value, member);
        }
    }
}

/// The value in the file; null: it has none.
template <class Value>
ordered_json written(Value value) {
    if constexpr (requires { value.emplace(); }) {
        return value ? written(*value) : ordered_json();
    } else if constexpr (std::is_enum_v<Value>) {
        return word_of(value);
    } else if constexpr (std::is_same_v<Value, std::filesystem::path>) {
        return value.string();
    } else if constexpr (std::is_same_v<Value, RecentFiles>) {
        ordered_json names = ordered_json::array();
        for (const auto& file : value) names.push_back(file.string());
        return names;
    } else if constexpr (std::is_same_v<Value, std::string>) {
        return value;
    } else if constexpr (std::is_same_v<Value, std::vector<Preset>>) {
        ordered_json presets = ordered_json::array();
        for (const Preset& preset : value) presets.push_back(written(preset));
        return presets;
    } else if constexpr (std::is_same_v<Value, SessionSettings>) {
        ordered_json object = to_json(value.recipe);
        object["weighting"] = word_of(value.weightings);
        return object;
    } else if constexpr (std::is_arithmetic_v<Value>) {
        return value;
    } else {
        ordered_json object = ordered_json::object();
        each_member(value,
                    [&object](const char* name, const auto& part, double = -unlimited, double = unlimited) {
                        if (ordered_json member = written(part); !member.is_null())
                            object[name] = std::move(member);
                    });
        return object;
    }
}

/// Gives the members that are as they were before the values in the file.
template <auto... Members>
void keep_others(Settings& now, const Settings& before, const Settings& file) {
    (..., static_cast<void>(now.*Members == before.*Members ? now.*Members = file.*Members : now.*Members));
}

/// Puts the files that have come to the front of `now` since `before` in front of those in the file.
RecentFiles merged_recent(const RecentFiles& now, const RecentFiles& before, RecentFiles file) {
    std::size_t opened = 0;
    for (RecentFiles earlier = before; opened < now.size(); ++opened) {
        const auto others = std::span(now).subspan(opened);
        if (others.size() <= earlier.size() && std::equal(others.begin(), others.end(), earlier.begin()))
            break;
        std::erase(earlier, now[opened]);
    }
    for (std::size_t i = opened; i > 0; --i) remember(file, now[i - 1]);
    return file;
}

/// The settings in a file; none if it cannot be read.
std::optional<Settings> settings_in_file(const std::filesystem::path& path) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) return std::nullopt; // reading a pipe would block
    try {
        const std::vector<std::byte> bytes = read_input(path, max_file_bytes);
        return parse_settings({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// The notice on a file that stays as it is.
std::string kept_file_notice(const std::string& why) {
    return why + "; the window starts with the defaults and does not save its settings";
}

}

void remember(std::vector<std::filesystem::path>& recent, const Location& opened) {
    if (!opened.is_file()) return;
    std::erase(recent, opened.file());
    recent.insert(recent.begin(), opened.file());
    if (recent.size() > max_recent_files) recent.pop_back();
}

std::filesystem::path settings_path() {
    const auto folder = user_folder("XDG_CONFIG_HOME", ".config");
    return folder.empty() ? folder : folder / "settings.json";
}

std::string settings_text(const Settings& settings) {
    // Replaces bytes of file names that are not UTF-8.
    return written(settings).dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::optional<Settings> parse_settings(std::string_view text) {
    try {
        Settings settings;
        read(ordered_json::parse(text), settings, -unlimited, unlimited);
        return settings;
    } catch (const ordered_json::exception&) {
        return std::nullopt;
    }
}

LoadedSettings load_settings(const std::filesystem::path& path) {
    std::error_code failure;
    const std::filesystem::file_status status = std::filesystem::status(path, failure);
    if (status.type() == std::filesystem::file_type::none)
        return {{}, kept_file_notice(path.string() + " cannot be read: " + failure.message()), false};
    if (!std::filesystem::exists(status)) return {{.hint = 0}, ""};
    if (std::filesystem::is_regular_file(status)) { // reading a pipe would block
        try {
            const std::vector<std::byte> bytes = read_input(path, max_file_bytes);
            const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            if (const auto settings = parse_settings(text)) return {*settings, ""};
        } catch (const Error& error) {
            return {{}, kept_file_notice(error.what()), false};
        }
    }
    std::filesystem::path aside = path;
    aside += ".damaged";
    std::filesystem::rename(path, aside, failure);
    if (failure)
        return {{},
                kept_file_notice(path.string() + " is damaged and cannot be moved: " + failure.message()),
                false};
    return {{},
            "the settings file was damaged; it was moved to " + aside.string() +
                ", and the window starts with the defaults"};
}

Settings merged(Settings now, const Settings& before, const Settings& file) {
    now.recent = merged_recent(now.recent, before.recent, file.recent);
    now.recent_palettes = merged_recent(now.recent_palettes, before.recent_palettes, file.recent_palettes);
    keep_others<&Settings::brightness, &Settings::scale, &Settings::geometry, &Settings::panel,
                &Settings::compare, &Settings::shows_grid, &Settings::plays, &Settings::exports,
                &Settings::wanted, &Settings::presets, &Settings::hint>(now, before, file);
    return now;
}

void save_settings(const Settings& now, const std::filesystem::path& path,
                   const std::optional<Settings>& before) {
    if (path.empty()) throw Error(ErrorKind::output, "there is no folder for settings: HOME is not set");
    std::error_code failure;
    std::filesystem::create_directories(path.parent_path(), failure);
    if (failure)
        throw Error(ErrorKind::output,
                    path.parent_path().string() + " cannot be created: " + failure.message());
    const std::optional<Settings> file = before ? settings_in_file(path) : std::nullopt;
    const std::string text = settings_text(file ? merged(now, *before, *file) : now);
    write_file_atomically(path, std::as_bytes(std::span(text)), Overwrite::yes);
}

StoredSettings::StoredSettings(JobThreads& threads, const Settings& stored, const std::filesystem::path& file)
    : has_file_(!file.empty()), stored_(stored),
      writer_(threads, [file, written = stored](const Settings& now, Progress&) mutable {
          save_settings(now, file, written);
          written = now;
          return std::monostate();
      }) {}

void StoredSettings::save(const Settings& now) {
    due_.reset();
    if (!has_file_) return;
    stored_ = now;
    writer_.ask_again(now);
}

void StoredSettings::follow(const Settings& now, Time time) {
    constexpr std::chrono::seconds wait{1};
    if (!has_file_) return;
    if (due_ && time >= *due_) return save(now);
    if (now == stored_)
        due_.reset();
    else if (!due_)
        due_ = time + wait;
}

}
