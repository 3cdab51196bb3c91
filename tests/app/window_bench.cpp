// window_bench [--megapixels N,N] [--size WxH] [--desktop] [--events N] [--only MOTION] [IMAGE...]: opens
// each picture in the program's window, off the screen unless on the --desktop, and moves a hand over it: the
// radius and the number of colours are dragged, the wheel zooms, the pointer goes from button to button, a
// name is typed into the export dialog while a result computes. Events come 60 times a second, letters 30,
// whatever the window does. Without pictures it makes some like photographs, of 0.4, 10 and 24 megapixels.
// Prints tables in Markdown: when the window showed what, and how long the main thread computed for each
// frame.
#include "../temporary_folder.h"
#include "app/ui/texts.h"
#include "base/error.h"
#include "base/output_file.h"
#include "driven_window.h"
#include "pipeline/sweep.h"

#include <SDL.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace huedrift;
using app::Point;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

double at(std::vector<double> times, double share) {
    if (times.empty()) return std::nan("");
    std::ranges::sort(times);
    return times[static_cast<std::size_t>(share * double(times.size() - 1))];
}

struct Arguments {
    std::vector<double> megapixels{0.4, 10, 24}; ///< of the pictures that are made
    app::WindowGeometry geometry{};
    app::Display display = app::Display::none;
    int events = 180;   ///< of a drag
    std::string only{}; ///< the motion; empty: all
    std::vector<std::filesystem::path> files{};
};

/// Smooth noise from a lattice, 0 to 1.
double smooth_noise(double x, double y, std::uint32_t seed) {
    const auto corner = [&](int i, int k) {
        std::uint32_t h = seed + 374761393u * std::uint32_t(i) + 668265263u * std::uint32_t(k);
        h = (h ^ (h >> 13)) * 1274126177u;
        return double((h ^ (h >> 16)) & 0xffff) / 0xffff;
    };
    const double left = std::floor(x), top = std::floor(y), u = x - left, v = y - top;
    const int i = int(left), k = int(top);
    return std::lerp(std::lerp(corner(i, k), corner(i + 1, k), u),
                     std::lerp(corner(i, k + 1), corner(i + 1, k + 1), u), v);
}

/// Like a photograph: large soft areas, structure of all sizes, and the noise of a sensor.
std::filesystem::path make_picture(double megapixels, const TemporaryFolder& folder) {
    const int width = int(std::lround(std::sqrt(megapixels * 1.5) * 1000)), height = width * 2 / 3;
    std::string file = "P6\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
    file.reserve(file.size() + 3 * std::size_t(width) * std::size_t(height));
    std::uint32_t random = 1;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double u = double(x) / width, v = double(y) / width;
            double light = 0.35 + 0.4 * v;
            for (int octave = 0; octave < 5; ++octave) {
                const double size = 5 << 2 * octave;
                light += (smooth_noise(size * u, size * v, 7u + std::uint32_t(octave)) - 0.5) / (1 + octave);
            }
            const double warm = smooth_noise(9 * u, 9 * v, 1) - 0.5,
                         green = smooth_noise(6 * u, 6 * v, 2) - 0.5;
            random = random * 1664525 + 1013904223;
            const double noise = double((random >> 16) & 0xff) / 64 - 2;
            for (const double shift : {0.3 * warm, 0.2 * green, -0.3 * warm - 0.1 * green})
                file += char(std::lround(std::clamp(255 * (light + shift) + noise, 0.0, 255.0)));
        }
    char name[32];
    std::snprintf(name, sizeof name, "%g megapixels.ppm", megapixels);
    write_file_atomically(folder / name, std::as_bytes(std::span(file)), Overwrite::no);
    return folder / name;
}

/// The window with one picture, and what a hand does in it.
class PictureBench {
public:
    PictureBench(const std::filesystem::path& file, const Arguments& arguments)
        : arguments_(arguments), name_(file.filename().string()), begun_(Clock::now()),
          window_(launched(file, arguments)) {}

    /// Opens the picture; all times are since the program began to open its window.
    void open() {
        const auto until = [&](const std::function<bool()>& reached) {
            window_.run_until(reached);
            return milliseconds(Clock::now() - begun_);
        };
        const double frame = until([&] { return window_.app.frames() > 0; });
        const double source = until([&] { return window_.app.shown().source.picture != nullptr; });
        const double result =
            until([&] { return window_.app.shown().frequency.result || window_.app.shown().palette.result; });
        const double exact = until([&] { return window_.app.session().live().exact(); });
        window_.settle();
        const Picture& picture = *window_.app.session().live().picture;
        openings += row("| %s | %.1f | %zu | %.0f ms | %.0f ms | %.0f ms | %.0f ms |\n", name_.c_str(),
                        double(picture.image->pixels().size()) / 1e6, picture.colors.size(), frame, source,
                        result, exact);
    }

    void drag_radius() {
        const double span = std::log(max_radius / min_slider_radius),
                     end = std::log(0.1 / min_slider_radius) / span;
        drag("radius", {"radius"}, {"##radius"}, 0, end,
             [](const Recipe& recipe) { return recipe.shift.radius; });
    }
    void drag_colors() {
        constexpr double end = 0.95; // at the right end all colours stay, and the field has no number
        drag("colours", {"colors"}, {"##colors"}, 0, end,
             [](const Recipe& recipe) { return double(recipe.palette.colors.value_or(0)); });
    }
    void zoom() {
        const std::vector<app::Pane>& panes = window_.app.canvas().panes();
        const app::Area area = panes.at(0).area;
        const auto place = [=](int event) {
            return Point{area.x + area.extent.width / 2.0 + event % 16,
                         area.y + area.extent.height / 2.0 + event / 16 % 16};
        };
        window_.move(place(0) - Point{1, 0});
        print("wheel",
              window_.drive({.events = arguments_.events,
                             .push =
                                 [&](int event) {
                                     app::DrivenWindow::push_motion(place(event));
                                     app::DrivenWindow::push_wheel(event / 12 % 2 ? -1 : 1);
                                 },
                             .handled = [&](int sent) { return app::newest_at_pointer(place, sent); }}));
    }
    /// From one button to another and back, six times a second.
    void hover() {
        const Point fewer = middle(window_.area("panel", {"fewer"})),
                    more = middle(window_.area("panel", {"more"}));
        const auto place = [=](int event) {
            return (event / 10 % 2 ? more : fewer) + Point{double(event % 10 - 5), double(event / 20 % 5)};
        };
        const auto is_drawn = [](int event) {
            return app::drawn_text().find(event / 10 % 2 ? "nextlargerradius" : "nextsmallerradius") !=
                   std::string::npos;
        };
        print("hover",
              window_.drive({.events = arguments_.events,
                             .push = [&](int event) { app::DrivenWindow::push_motion(place(event)); },
                             .handled = [&](int sent) { return app::newest_at_pointer(place, sent); },
                             .is_drawn = is_drawn}));
    }
    /// A name, while one result after the other computes.
    void type() {
        window_.app.actions().run(app::ActionId::export_result);
        window_.move({1, 1});
        const std::array<float, 4> field = window_.area("export/body", {"##path"});
        window_.click(middle(field));
        window_.key(SDLK_a, KMOD_CTRL);
        const auto letter = [](int event) { return char('a' + event % 26); };
        const auto handled = [](int sent) {
            const ImGuiContext& gui = *ImGui::GetCurrentContext();
            return gui.ActiveId == gui.InputTextState.ID ? std::min(gui.InputTextState.CurLenW, sent) - 1
                                                         : -1;
        };
        const auto is_drawn = [&](int event) {
            std::string end;
            for (int i = std::max(0, event - 3); i <= event; ++i) end += letter(i);
            return app::drawn_text().find(end) != std::string::npos;
        };
        double radius = 0.03;
        const auto compute = [&] {
            Session& session = window_.app.session();
            if (session.live().exact()) session.set(session.recipe().at(radius *= 1.001));
        };
        compute();
        print("typing",
              window_.drive({.events = arguments_.events / 2,
                             .per_second = 30,
                             .push = [&](int event) { app::DrivenWindow::push_letter(letter(event)); },
                             .handled = handled,
                             .is_drawn = is_drawn,
                             .meanwhile = compute}));
        window_.key(SDLK_ESCAPE);
        window_.key(SDLK_ESCAPE);
    }

    std::string openings, motions; ///< rows

private:
    static app::Launch launched(const std::filesystem::path& file, const Arguments& arguments) {
        app::Launch launch;
        launch.display = arguments.display;
        launch.settings.geometry = arguments.geometry;
        launch.settings.hint.reset();
        launch.files = {file};
        return launch;
    }
    static Point middle(const std::array<float, 4>& area) {
        return {area[0] + area[2] / 2.0, area[1] + area[3] / 2.0};
    }

    /// Drags the knob of a slider from one share of its track to another.
    void drag(const char* name, app::ItemPath slider, app::ItemPath number, double from, double to,
              const std::function<double(const Recipe&)>& setting) {
        const std::array<float, 4> track = window_.area("panel", slider),
                                   field = window_.area("panel", number);
        const int last = arguments_.events - 1;
        const auto place = [=](int event) {
            const double share = from + (to - from) * event / last;
            constexpr double knob = 8;
            return Point{std::round(track[0] + knob + share * (track[2] - 2 * knob)),
                         track[1] + track[3] / 2.0};
        };
        const auto is_drawn = [&](int) {
            const double value = setting(window_.app.session().recipe());
            return app::drawn_text(&field).starts_with(app::short_number(value));
        };
        window_.move(place(0));
        app::DrivenWindow::push_button(true, place(0));
        window_.settle();
        print(name, window_.drive({.events = arguments_.events,
                                   .push = [&](int event) { app::DrivenWindow::push_motion(place(event)); },
                                   .handled = [&](int sent) { return app::newest_at_pointer(place, sent); },
                                   .is_drawn = is_drawn,
                                   .setting = setting},
                                  true));
    }

    void print(const char* motion, const app::MotionTimes& times) {
        const std::string pictures =
            times.picture.empty()
                ? std::string(" - | - | - |")
                : row(" %.0f, %.0f ms | %.1f | %.0f ms |", at(times.picture, 0.5), at(times.picture, 0.95),
                      double(times.picture.size()) / times.seconds, times.rest);
        motions += row("| %s | %s | %.0f, %.0f ms | %.1f |", motion, name_.c_str(), at(times.panel, 0.5),
                       at(times.panel, 0.95), double(times.work.size()) / times.seconds) +
                   pictures + row(" %.1f, %.0f |\n", at(times.work, 0.5), at(times.work, 1));
        std::fputs(motions.substr(motions.rfind('\n', motions.size() - 2) + 1).c_str(), stderr);
    }

    template <class... Values>
    static std::string row(const char* format, const Values&... values) {
        char text[512];
        std::snprintf(text, sizeof text, format, values...);
        return text;
    }

    Arguments arguments_;
    std::string name_;
    Clock::time_point begun_;
    app::DrivenWindow window_;
};

Arguments parse(int count, char** words) {
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool has_value = i + 1 < count;
        if (word == "--megapixels" && has_value) {
            arguments.megapixels.clear();
            std::istringstream list(words[++i]);
            for (std::string number; std::getline(list, number, ',');)
                arguments.megapixels.push_back(std::atof(number.c_str()));
        } else if (word == "--size" && has_value) {
            std::sscanf(words[++i], "%dx%d", &arguments.geometry.width, &arguments.geometry.height);
        } else if (word == "--events" && has_value) {
            arguments.events = std::max(30, std::atoi(words[++i]));
        } else if (word == "--only" && has_value) {
            arguments.only = words[++i];
        } else if (word == "--desktop") {
            arguments.display = app::Display::desktop;
        } else {
            arguments.files.emplace_back(word);
        }
    }
    return arguments;
}

void print_tables(const Arguments& arguments) {
    const TemporaryFolder folder;
    std::vector<std::filesystem::path> files = arguments.files;
    if (files.empty())
        for (const double megapixels : arguments.megapixels)
            files.push_back(make_picture(megapixels, folder));
    std::string openings, motions;
    for (const std::filesystem::path& file : files) {
        PictureBench bench(file, arguments);
        bench.open();
        using Bench = PictureBench;
        for (const auto& [name, make] :
             {std::pair("radius", &Bench::drag_radius), std::pair("colours", &Bench::drag_colors),
              std::pair("wheel", &Bench::zoom), std::pair("hover", &Bench::hover),
              std::pair("typing", &Bench::type)})
            if (arguments.only.empty() || arguments.only == name) (bench.*make)();
        openings += bench.openings;
        motions += bench.motions;
    }
    std::printf(
        "| picture | megapixels | colours | first frame | source | first result | exact |\n"
        "|---|--:|--:|--:|--:|--:|--:|\n%s\n"
        "| motion | picture | panel, 95 %% | frames a second | picture, 95 %% | pictures a second | at rest "
        "| work, ms, most |\n"
        "|---|---|--:|--:|--:|--:|--:|--:|\n%s",
        openings.c_str(), motions.c_str());
}

}

int main(int count, char** words) {
    try {
        print_tables(parse(count, words));
    } catch (const huedrift::Error& error) {
        std::fprintf(stderr, "window_bench: %s\n", error.what());
        return 1;
    }
}
