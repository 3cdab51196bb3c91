#include "app/ui/settings.h"

#include "base/error.h"
#include "base/input_file.h"
#include "base/location.h"
#include "base/output_file.h"
#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>

namespace huedrift::app {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t max_recent_files = 12, max_file_bytes = 1 << 24;

template <class Enum>
using Names = std::initializer_list<std::pair<const char*, Enum>>;

constexpr Names<Brightness> brightness_names{{"dark", Brightness::dark}, {"light", Brightness::light}};
constexpr Names<Compare> compare_names{{"side_by_side", Compare::side_by_side},
                                       {"wipe", Compare::wipe},
                                       {"single", Compare::single},
                                       {"difference", Compare::difference},
                                       {"cloud", Compare::cloud}};
constexpr Names<Weightings> weightings_names{
    {"palette", Weightings::palette}, {"frequency", Weightings::frequency}, {"both", Weightings::both}};

template <class Enum>
std::string name_in(const Names<Enum>& names, Enum value) {
    return std::ranges::find(names, value, &std::pair<const char*, Enum>::second)->first;
}

/// Reads a member of `object` into `value`, which keeps its value if the member is missing. Throws
/// json::exception for a wrong type.
template <typename Value>
void read(const ordered_json& object, const char* name, Value& value) {
    if (object.contains(name)) object.at(name).get_to(value);
}

/// Reads an integer, clamped to its type.
template <std::integral Whole>
requires(!std::same_as<Whole, bool>) void read(const ordered_json& object, const char* name, Whole& value) {
    using Limits = std::numeric_limits<Whole>;
    double given = value;
    if (object.contains(name)) object.at(name).get_to(given);
    value = static_cast<Whole>(std::clamp<double>(given, Limits::min(), Limits::max()));
}

/// Reads the name of an enumerator; an unknown name, from a later version, counts as missing.
template <class Enum>
void read(const ordered_json& object, const char* name, const Names<Enum>& names, Enum& value) {
    std::string given;
    read(object, name, given);
    for (const auto& [one, enumerator] : names)
        if (one == given) value = enumerator;
}

/// Throws json::exception if `value` is not an object.
const ordered_json& object_in(const ordered_json& value) {
    static_cast<void>(value.get_ref<const ordered_json::object_t&>());
    return value;
}

/// Returns a member that is an object, or an empty object if it is missing. Returns a reference, as copying
/// recurses as deep as the text is nested.
const ordered_json& section(const ordered_json& object, const char* name) {
    static const ordered_json none = ordered_json::object();
    return object.contains(name) ? object_in(object.at(name)) : none;
}

ordered_json to_json(const SessionSettings& wanted) {
    ordered_json object = to_json(wanted.recipe);
    object["weighting"] = name_of(wanted.weightings);
    return object;
}

ordered_json to_json(const WindowGeometry& geometry) {
    ordered_json object{
        {"width", geometry.width}, {"height", geometry.height}, {"maximised", geometry.maximised}};
    if (geometry.x) object["x"] = *geometry.x;
    if (geometry.y) object["y"] = *geometry.y;
    return object;
}

SessionSettings wanted_in(const ordered_json& object) {
    SessionSettings wanted;
    read_json(object, wanted.recipe);
    read(object, "weighting", weightings_names, wanted.weightings);
    return clamped(wanted);
}

WindowGeometry geometry_in(const ordered_json& object) {
    constexpr int min_side = 320, max_side = 32768;
    WindowGeometry geometry;
    read(object, "width", geometry.width);
    read(object, "height", geometry.height);
    read(object, "maximised", geometry.maximised);
    geometry.width = std::clamp(geometry.width, min_side, max_side);
    geometry.height = std::clamp(geometry.height, min_side, max_side);
    if (object.contains("x")) read(object, "x", geometry.x.emplace());
    if (object.contains("y")) read(object, "y", geometry.y.emplace());
    return geometry;
}

PanelSettings panel_in(const ordered_json& object) {
    PanelSettings panel;
    read(object, "shown", panel.shown);
    read(object, "width", panel.width);
    panel.width = std::clamp(panel.width, PanelSettings::narrowest, PanelSettings::widest);
    return panel;
}

std::vector<std::filesystem::path> files_in(const ordered_json& object, const char* name) {
    std::vector<std::string> files;
    read(object, name, files);
    files.resize(std::min(files.size(), max_recent_files));
    return {files.begin(), files.end()};
}

ordered_json to_json(const std::vector<std::filesystem::path>& files) {
    ordered_json names = ordered_json::array();
    for (const auto& file : files) names.push_back(file.string());
    return names;
}

Settings settings_in(const ordered_json& object) {
    Settings settings;
    read(object, "theme", brightness_names, settings.brightness);
    read(object, "scale", settings.scale);
    read(object, "compare", compare_names, settings.compare);
    read(object, "shows_grid", settings.shows_grid);
    if (object.contains("plays")) read(object, "plays", settings.plays.emplace());
    settings.scale = std::clamp(settings.scale, 0.5, 4.0);
    settings.geometry = geometry_in(section(object, "window"));
    settings.panel = panel_in(section(object, "panel"));
    if (object.contains("parameters")) settings.wanted = wanted_in(object_in(object.at("parameters")));
    settings.recent = files_in(object, "recent");
    settings.recent_palettes = files_in(object, "recent_palettes");
    if (object.contains("hint")) read(object, "hint", settings.hint.emplace());
    return settings;
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
    ordered_json object{{"theme", name_in(brightness_names, settings.brightness)},
                        {"scale", settings.scale},
                        {"window", to_json(settings.geometry)},
                        {"panel", {{"shown", settings.panel.shown}, {"width", settings.panel.width}}},
                        {"compare", name_in(compare_names, settings.compare)},
                        {"shows_grid", settings.shows_grid},
                        {"recent", to_json(settings.recent)},
                        {"recent_palettes", to_json(settings.recent_palettes)}};
    if (settings.plays) object["plays"] = *settings.plays;
    if (settings.wanted) object["parameters"] = to_json(*settings.wanted);
    if (settings.hint) object["hint"] = *settings.hint;
    // Replaces bytes of file names that are not UTF-8.
    return object.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::optional<Settings> parse_settings(std::string_view text) {
    try {
        return settings_in(object_in(ordered_json::parse(text)));
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

void save_settings(const Settings& settings, const std::filesystem::path& path) {
    if (path.empty()) throw Error(ErrorKind::output, "there is no folder for settings: HOME is not set");
    std::error_code failure;
    std::filesystem::create_directories(path.parent_path(), failure);
    if (failure)
        throw Error(ErrorKind::output,
                    path.parent_path().string() + " cannot be created: " + failure.message());
    const std::string text = settings_text(settings);
    write_file_atomically(path, std::as_bytes(std::span(text)), Overwrite::yes);
}

}
