#include "base/clipboard.h"

#include "base/child_process.h"
#include "base/error.h"
#include "base/input_file.h"
#include "base/shared_memory.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <sstream>
#include <sys/syscall.h>
#include <sys/wait.h>

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
    for (const std::string_view preferred : {"image/png", "image/", "text/uri-list"}) {
        const auto found = std::ranges::find_if(types, [&](const std::string& type) {
            return type.starts_with(preferred) && !type.starts_with("image/svg");
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
        const auto result = run_program(with_type(tool.write, "image/png"), png, 0, max_wait);
        if (result && result->exit_code != 0)
            throw Error(ErrorKind::output, "the desktop's clipboard does not accept the picture");
        if (result) return;
    }
    fail_without_tool(ErrorKind::output);
}

namespace {

/// An open file in memory for a program's input or output, so that neither side has to wait.
FileDescriptor memory_file(std::span<const std::byte> bytes) {
    FileDescriptor file = make_growing_memory();
    append(file, bytes);
    ::lseek(file.get(), 0, SEEK_SET);
    return file;
}

/// Waits for the program and kills it after `longest`. Returns its status, or none when it was killed.
std::optional<int> end_of(pid_t process, std::chrono::milliseconds longest) {
    // Since Linux 5.3; without it the wait has no limit.
    const FileDescriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
    pollfd ended{handle.get(), POLLIN, 0};
    const bool in_time = !handle.valid() || retry_interrupted([&] {
                                                return ::poll(&ended, 1, static_cast<int>(longest.count()));
                                            }) > 0;
    if (!in_time) ::kill(process, SIGKILL);
    int status = 0;
    retry_interrupted([&] { return ::waitpid(process, &status, 0); });
    return in_time ? std::optional(status) : std::nullopt;
}

}

std::optional<ProgramResult> run_program(const std::vector<std::string>& words,
                                         std::span<const std::byte> input, std::size_t max_bytes,
                                         std::chrono::milliseconds longest) {
    const FileDescriptor in = memory_file(input), complaints = memory_file({});
    FileDescriptor out = memory_file({});
    const auto process =
        start_program(words, {{in, STDIN_FILENO}, {out, STDOUT_FILENO}, {complaints, STDERR_FILENO}});
    if (!process) return std::nullopt;
    const std::optional<int> status = end_of(*process, longest);
    if (!status) throw Error(ErrorKind::failed, words.front() + " does not answer");
    const SealedBytes written(std::move(out));
    const auto output = written.bytes().first(std::min(written.bytes().size(), max_bytes));
    return ProgramResult{.exit_code = WIFEXITED(*status) ? WEXITSTATUS(*status) : -1,
                         .output = {output.begin(), output.end()}};
}

}
