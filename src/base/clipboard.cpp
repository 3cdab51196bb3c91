#include "base/clipboard.h"

#include "base/error.h"
#include "base/input_file.h"
#include "base/run_program.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <sstream>
#include <string>

namespace huedrift {
namespace {

// The program that owns the clipboard has to answer, and may have to encode the picture first.
constexpr std::chrono::seconds max_wait(10);

bool is_set(const char* variable) {
    const char* const value = std::getenv(variable);
    return value && *value;
}

/// A desktop's programs for its clipboard. Empty words are replaced by a media type.
struct Tool {
    const char* display; ///< the environment variable of such a desktop
    std::vector<std::string> types, read, write;
};

const std::vector<Tool>& tools() {
    static const std::vector<Tool> all{
        {.display = "WAYLAND_DISPLAY",
         .types = {"wl-paste", "--list-types"},
         .read = {"wl-paste", "--no-newline", "--type", ""},
         .write = {"wl-copy", "--type", ""}},
        {.display = "DISPLAY",
         .types = {"xclip", "-selection", "clipboard", "-out", "-target", "TARGETS"},
         .read = {"xclip", "-selection", "clipboard", "-out", "-target", ""},
         .write = {"xclip", "-selection", "clipboard", "-in", "-target", ""}},
    };
    return all;
}

std::vector<std::string> with_type(std::vector<std::string> words, const std::string& type) {
    std::ranges::replace(words, std::string(), type);
    return words;
}

[[noreturn]] void fail_without_tool(ErrorKind kind) {
    const bool has_desktop =
        std::ranges::any_of(tools(), [](const Tool& tool) { return is_set(tool.display); });
    throw Error(kind,
                has_desktop
                    ? "the clipboard needs wl-clipboard (Wayland) or xclip (X11), and neither is installed"
                    : "there is no desktop here whose clipboard could be used");
}

/// The media type to request: PNG before other pictures, pictures before files. Empty: none.
std::string wanted_type(const std::string& offered) {
    std::istringstream lines(offered);
    std::vector<std::string> types;
    for (std::string line; std::getline(lines, line);) types.push_back(line);
    for (const std::string_view wanted : {"image/png", "image/", "text/uri-list"}) {
        const auto found = std::ranges::find_if(types, [&](const std::string& type) {
            return type.starts_with(wanted) && !type.starts_with("image/svg");
        });
        if (found != types.end()) return *found;
    }
    return "";
}

/// The first local file in a list of URIs (RFC 2483); empty without one.
std::filesystem::path first_file(const std::string& list) {
    constexpr std::string_view scheme = "file://";
    std::istringstream lines(list);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(scheme)) continue;
        if (line.ends_with('\r')) line.pop_back();
        std::string path;
        for (std::size_t i = std::min(line.find('/', scheme.size()), line.size()); i < line.size(); ++i) {
            unsigned code = 0;
            const char* const digits = line.data() + i + 1;
            const bool is_code = line[i] == '%' && i + 2 < line.size() &&
                                 std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
            path += is_code ? static_cast<char>(code) : line[i];
            if (is_code) i += 2;
        }
        return path;
    }
    return {};
}

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::byte> read_by(const Tool& tool, const std::string& offered, std::size_t max_bytes) {
    const std::string type = wanted_type(offered);
    const auto found =
        type.empty() ? std::nullopt : run_program(with_type(tool.read, type), {}, max_bytes + 1, max_wait);
    if (!found || found->exit_code != 0)
        throw Error(ErrorKind::input, "there is no picture on the clipboard");
    if (found->output.size() > max_bytes)
        throw Error(ErrorKind::input,
                    "the clipboard holds more than the " + std::to_string(max_bytes) + " bytes allowed");
    if (type != "text/uri-list") return found->output;
    const std::filesystem::path file = first_file(text_of(found->output));
    if (file.empty()) throw Error(ErrorKind::input, "there is no picture on the clipboard");
    return read_input(file, max_bytes);
}

}

std::vector<std::byte> read_clipboard(std::size_t max_bytes) {
    constexpr std::size_t max_list = 1 << 16;
    for (const Tool& tool : tools()) {
        if (!is_set(tool.display)) continue;
        const auto offered = run_program(tool.types, {}, max_list, max_wait);
        if (offered) return read_by(tool, text_of(offered->output), max_bytes);
    }
    fail_without_tool(ErrorKind::input);
}

void copy_png(std::span<const std::byte> png) {
    for (const Tool& tool : tools()) {
        if (!is_set(tool.display)) continue;
        const auto done = run_program(with_type(tool.write, "image/png"), png, 0, max_wait);
        if (done && done->exit_code != 0)
            throw Error(ErrorKind::output, "the desktop's clipboard does not accept the picture");
        if (done) return;
    }
    fail_without_tool(ErrorKind::output);
}

}
