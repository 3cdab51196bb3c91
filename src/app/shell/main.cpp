#include "app/shell/application.h"
#include "base/error.h"
#include "base/output_file.h"
#include "image/save.h"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

using namespace huedrift;

constexpr const char* usage =
    "usage: huedrift [--screenshot FILE] [IMAGE...]\n"
    "Opens the window; several pictures queue up in it. huedrift-cli is the command line.\n"
    "--screenshot writes a PNG of the window once everything is computed, and exits.\n";

/// Writes what the window shows once everything is computed.
void take_screenshot(app::Application& application, const std::filesystem::path& file) {
    Image image;
    // Again if the device failed meanwhile.
    do {
        while (!(application.settled() && application.is_idle()))
            if (!application.run_once(std::chrono::milliseconds(50))) return;
        image = application.capture();
    } while (!application.settled());
    write_file_atomically(file, encode_image(image, ImageFormat::png), Overwrite::yes);
}

// SDL closes the window on SIGINT and SIGTERM but not on SIGHUP. Under nohup that stays ignored.
void close_with_the_terminal() {
    const auto before = std::signal(SIGHUP, [](int) { std::raise(SIGTERM); });
    if (before == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}

int main(int count, char** arguments) {
    app::Launch launch;
    std::filesystem::path screenshot;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--help" || argument == "-h") {
            std::cout << usage;
            return 0;
        }
        if (argument == "--version") {
            std::cout << "huedrift " HUEDRIFT_VERSION "\n";
            return 0;
        }
        if (argument == "--screenshot" && i + 1 < count) {
            screenshot = arguments[++i];
            continue;
        }
        if (argument.size() > 1 && argument.front() == '-') {
            std::cerr << "huedrift: there is no option " << argument << "\n" << usage;
            return static_cast<int>(ErrorKind::usage);
        }
        launch.files.emplace_back(argument);
    }
    try {
        launch.settings_file = settings_path();
        LoadedSettings kept = load_settings(launch.settings_file);
        launch.settings = std::move(kept.settings);
        launch.notice = std::move(kept.notice);
        close_with_the_terminal();
        app::Application application(launch);
        if (screenshot.empty())
            application.run();
        else
            take_screenshot(application, screenshot);
        // To find out why a window stutters (docs/benchmarks.md).
        if (std::getenv("HUEDRIFT_FRAME_TIMES"))
            std::cerr << "huedrift: " << application.clock().summary() << "\n";
        return 0;
    } catch (const Error& error) {
        std::cerr << "huedrift: " << error.what() << "\n";
        return static_cast<int>(error.kind());
    }
}
