#include "app/shell/application.h"

#include "base/error.h"
#include "base/output_file.h"
#include "cli/help_and_completion.h"
#include "image/picture_formats.h"
#include "image/save.h"

#include <SDL_events.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <iostream>
#include <new>
#include <optional>

namespace huedrift::app {
namespace {

// Limits for --screenshot, in pixels; every device can draw the largest.
constexpr Extent min_size{.width = 640, .height = 400};
constexpr int max_side = 16384;

/// Files are written by then, so that only devices are waited for: a check or a compilation can take longer.
constexpr std::chrono::seconds most_wait_for_devices{1};

constexpr const char* description =
    "Opens a window that reduces the palettes of pictures while you watch; several pictures queue up in it. "
    "F1 there lists all keys; F9 hides the panel. huedrift-cli is the command line.";

/// Saves the window as an image once everything is computed.
void take_screenshot(Application& application, const std::filesystem::path& file) {
    // Nothing may light up under the pointer.
    SDL_EventState(SDL_MOUSEMOTION, SDL_IGNORE);
    Image image;
    // Repeats if the device failed meanwhile.
    do {
        while (!(application.settled() && application.is_idle()))
            if (!application.run_once(std::chrono::milliseconds(50))) return;
        image = application.capture();
    } while (!application.settled());
    write_file_atomically(file, encode_image(image, ImageFormat::png), Overwrite::yes);
}

// SDL closes the window on SIGINT and SIGTERM but not on SIGHUP, which stays ignored under nohup.
void close_with_the_terminal() {
    const auto before = std::signal(SIGHUP, [](int) { std::raise(SIGTERM); });
    if (before == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

struct Arguments {
    Launch launch;
    std::filesystem::path screenshot{};        ///< empty: the window is shown
    Extent size{.width = 1280, .height = 800}; ///< of the screenshot, units
};

/// "1280x800".
Extent parse_size(const std::string& text) {
    Extent size;
    const char* const end = text.data() + text.size();
    const auto [cross, bad_width] = std::from_chars(text.data(), end, size.width);
    if (bad_width == std::errc{} && cross != end && *cross == 'x') {
        const auto [last, bad_height] = std::from_chars(cross + 1, end, size.height);
        const bool fits = size.width >= min_size.width && size.height >= min_size.height &&
                          std::max(size.width, size.height) <= max_side;
        if (bad_height == std::errc{} && last == end && fits) return size;
    }
    throw Error(ErrorKind::usage, "--size takes a width and a height, 640x400 to 16384x16384, not " + text);
}

/// Reads the arguments into `parsed`; returns an exit code if the program ends here.
std::optional<int> parse(int count, char** arguments, Arguments& parsed) {
    CLI::App program(description, "huedrift");
    program.formatter(std::make_shared<HelpFormatter>());
    program.set_version_flag("--version", "huedrift " HUEDRIFT_VERSION, "Print the version");
    program.set_help_flag("-h,--help", "Print this help");
    program
        .add_option("--screenshot", parsed.screenshot,
                    "Write a PNG of the window once everything is computed, and exit")
        ->option_text("FILE");
    std::string size;
    program.add_option("--size", size, "The width and height of the window that is written")
        ->option_text("WxH")
        ->needs("--screenshot");
    std::vector<std::string> files;
    program.add_option("IMAGE", files, formats_read("or") + " files, folders of them, or a palette to use")
        ->option_text(" ");
    if (const auto asked_for = completions_asked_for(program, count, arguments)) {
        std::cout << *asked_for;
        return 0;
    }
    try {
        program.parse(count, arguments);
    } catch (const CLI::ParseError& end) {
        if (end.get_exit_code() != 0)
            throw Error(ErrorKind::usage, std::string(end.what()) + "; --help explains");
        program.exit(end);
        return 0;
    }
    if (!size.empty()) parsed.size = parse_size(size);
    parsed.launch.files.assign(files.begin(), files.end());
    return std::nullopt;
}

/// A screenshot needs no display, shows only the picture, and leaves the user's settings alone.
void prepare_screenshot(Extent size, Launch& launch) {
    launch.display = Display::none;
    launch.settings.geometry = {.width = size.width, .height = size.height};
    launch.settings.hint.reset();
    launch.settings.plays = false;
    launch.settings_file.clear();
    launch.edits_folder.clear();
}

void show(Arguments& arguments) {
    Launch& launch = arguments.launch;
    launch.settings_file = settings_path();
    launch.edits_folder = edits_folder();
    LoadedSettings loaded = load_settings(launch.settings_file);
    launch.settings = std::move(loaded.settings);
    launch.notice = std::move(loaded.notice);
    if (!loaded.may_save) launch.settings_file.clear();
    if (!arguments.screenshot.empty()) prepare_screenshot(arguments.size, launch);
    close_with_the_terminal();
    std::optional<ExitDeadline> deadline;
    Application application(launch);
    if (arguments.screenshot.empty())
        application.run();
    else
        take_screenshot(application, arguments.screenshot);
    application.finish_files();
    deadline.emplace(most_wait_for_devices, 0);
}

int fail(const char* sentence, ErrorKind kind) {
    std::cerr << "huedrift: " << sentence << "\n";
    return static_cast<int>(kind);
}

}

int run_program(int count, char** arguments) {
    try {
        Arguments parsed;
        if (const auto ended = parse(count, arguments, parsed)) return *ended;
        show(parsed);
        return 0;
    } catch (const Error& error) {
        return fail(error.what(), error.kind());
    } catch (const std::bad_alloc&) {
        return fail("there is not enough memory", ErrorKind::failed);
    } catch (const std::exception& error) {
        return fail(error.what(), ErrorKind::failed);
    }
}

}
