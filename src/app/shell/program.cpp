#include "app/shell/program.h"

#include "app/shell/application.h"
#include "base/error.h"
#include "base/output_file.h"
#include "image/save.h"

#include <SDL_events.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <new>
#include <optional>
#include <span>
#include <string_view>

namespace huedrift::app {
namespace {

constexpr const char* usage =
    "usage: huedrift [--screenshot FILE] [IMAGE...]\n"
    "Opens the window; several pictures queue up in it. huedrift-cli is the command line.\n"
    "--screenshot writes a PNG of the window once everything is computed, and exits.\n";

/// Writes what the window shows once everything is computed.
void take_screenshot(Application& application, const std::filesystem::path& file) {
    // Wherever the pointer happens to be, nothing is to be lit up.
    SDL_EventState(SDL_MOUSEMOTION, SDL_IGNORE);
    Image image;
    // Repeated if the device failed meanwhile.
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
    std::filesystem::path screenshot{}; ///< empty: the window is shown
};

/// Reads the arguments into `parsed`; an exit code where the program ends with them.
std::optional<int> parse(std::span<char* const> arguments, Arguments& parsed) {
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--help" || argument == "-h") {
            std::cout << usage;
            return 0;
        }
        if (argument == "--version") {
            std::cout << "huedrift " HUEDRIFT_VERSION "\n";
            return 0;
        }
        if (argument == "--screenshot" && i + 1 < arguments.size()) {
            parsed.screenshot = arguments[++i];
            continue;
        }
        if (argument.size() > 1 && argument.front() == '-') {
            std::cerr << "huedrift: there is no option " << argument << "\n" << usage;
            return static_cast<int>(ErrorKind::usage);
        }
        parsed.launch.files.emplace_back(argument);
    }
    return std::nullopt;
}

void show(Arguments& arguments) {
    Launch& launch = arguments.launch;
    launch.settings_file = settings_path();
    LoadedSettings loaded = load_settings(launch.settings_file);
    launch.settings = std::move(loaded.settings);
    launch.notice = std::move(loaded.notice);
    if (!arguments.screenshot.empty()) launch.settings.hint.reset(); // that is about the picture
    close_with_the_terminal();
    Application application(launch);
    if (arguments.screenshot.empty())
        application.run();
    else
        take_screenshot(application, arguments.screenshot);
    // To find out why a window stutters (docs/benchmarks.md).
    if (std::getenv("HUEDRIFT_FRAME_TIMES"))
        std::cerr << "huedrift: " << application.clock().summary() << "\n";
}

int fail(const char* sentence, ErrorKind kind) {
    std::cerr << "huedrift: " << sentence << "\n";
    return static_cast<int>(kind);
}

}

int run_program(int count, char** arguments) {
    try {
        Arguments parsed;
        if (const auto ended = parse({arguments, static_cast<std::size_t>(count)}, parsed)) return *ended;
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
