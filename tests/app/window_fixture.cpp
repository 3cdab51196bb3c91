#include "window_fixture.h"

#include "cpu/cpu_engine.h"
#include "engines/engine_pool.h"
#include "file_accesses.h"
#include "image/save.h"
#include "reduction/remap.h"
#include "virtual_display.h"

#include <SDL.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

namespace huedrift::app {
namespace {

bool in_ci() { return std::getenv("CI") != nullptr; }

SDL_Event mouse_button(std::uint32_t type, Point at) {
    SDL_Event event{};
    event.type = type;
    event.button.button = SDL_BUTTON_LEFT;
    event.button.state = type == SDL_MOUSEBUTTONDOWN ? SDL_PRESSED : SDL_RELEASED;
    event.button.clicks = 1;
    event.button.x = static_cast<int>(at.x);
    event.button.y = static_cast<int>(at.y);
    return event;
}

void push(SDL_Event event) { ASSERT_EQ(SDL_PushEvent(&event), 1) << SDL_GetError(); }

}

void WindowTest::SetUp() {
    const std::string& reason = virtual_display();
    if (!reason.empty()) {
        if (in_ci()) FAIL() << reason;
        GTEST_SKIP() << reason;
    }
    launch(at_start);
}

void WindowTest::launch(Launch launch) {
    if (!launch.settings.wanted) launch.settings.wanted.emplace();
    start(std::move(launch));
}

void WindowTest::launch_first() { start({}); }

void WindowTest::start(Launch launch) {
    app.reset();
    launch.validation = true;
    if (launch.settings.geometry == WindowGeometry{}) launch.settings.geometry = geometry;
    launch.display = test_display();
    try {
        app = std::make_unique<Application>(launch);
    } catch (const Error& error) {
        if (in_ci()) FAIL() << error.what();
        GTEST_SKIP() << error.what();
    }
    // A key is held for two frames, which take longer than the delay of a quarter of a second on a busy
    // machine.
    ImGui::GetIO().KeyRepeatDelay = std::numeric_limits<float>::max();
    run_until([&] { return app->frames() > 0; });
}

void WindowTest::TearDown() {
    if (loses_devices)
        std::erase_if(accesses_,
                      [](const std::string& access) { return access.find("cache") != access.npos; });
    EXPECT_EQ(accesses_, std::vector<std::string>{}) << "only jobs look at the disk";
    if (!app) return;
    for (const std::string& message : app->context().messages().take()) ADD_FAILURE() << message;
    app.reset();
    await_starting_devices(); // none starts during the next test
}

std::string WindowTest::write_picture(const std::string& name, const ImageView& image) const {
    write_text(folder / name, text_of(encode_image(image, image_format_of(name))));
    return (folder / name).string();
}

void WindowTest::open(const ImageView& image) {
    app->session().open({write_picture("picture.png", image)});
    run_until([&] { return snapshot().document != nullptr && snapshot().exact(); });
    settle();
}

void WindowTest::run_until(const std::function<bool()>& reached) {
    // Only a program that hangs takes minutes, even on a slow and busy machine.
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(4);
    // Asked once a frame: an event that arrives between two answers would make the second one false.
    bool is_reached = reached();
    while (!is_reached && std::chrono::steady_clock::now() < end) {
        run_once(std::chrono::milliseconds(20));
        is_reached = reached();
    }
    ASSERT_TRUE(is_reached);
}

void WindowTest::run_once(std::chrono::milliseconds timeout) {
    const vulkan::BlankPictures blank(!sees_every_frame);
    const FileAccesses accesses(accesses_); // tests look, too
    app->run_once(timeout);
}

void WindowTest::settle() {
    // A job that has just ended left an event that causes frames.
    run_until(
        [&] { return app->settled() && app->is_idle() && !SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT); });
}

void WindowTest::await_exact() {
    run_until([&] { return snapshot().exact(); });
    settle();
}

void WindowTest::reduce(const Recipe& recipe) {
    app->session().set(recipe);
    await_exact();
}

void WindowTest::reduce(Look look) {
    app->session().set(look);
    await_exact();
}

void WindowTest::run_until_nothing_is_drawn() {
    // A job that ends late on a busy machine draws a frame; a window that draws without a reason never stops.
    run_until([&] {
        const std::size_t frames = app->frames();
        run_once(std::chrono::milliseconds(100));
        run_once(std::chrono::milliseconds(100));
        return app->frames() == frames;
    });
}

void WindowTest::complete_curve() {
    // Unasked, the session fills it only after a result that took seconds at most.
    app->session().complete_curve();
    run_until([&] { return snapshot().frequency_curve && snapshot().frequency_curve->complete; });
}

void WindowTest::take_events() {
    // The desktop's own events may precede those of the test.
    do run_once(std::chrono::milliseconds(20));
    while (SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT));
}

void WindowTest::move(Point at) {
    SDL_Event event{};
    event.type = SDL_MOUSEMOTION;
    event.motion.x = static_cast<int>(at.x);
    event.motion.y = static_cast<int>(at.y);
    push(event);
    take_events();
}

void WindowTest::press(Point at) {
    move(at);
    push(mouse_button(SDL_MOUSEBUTTONDOWN, at));
    take_events();
}

void WindowTest::release(Point at) {
    push(mouse_button(SDL_MOUSEBUTTONUP, at));
    take_events();
}

void WindowTest::click(Point at, int modifiers) {
    const int held = (modifiers & KMOD_CTRL) != 0 ? SDLK_LCTRL : SDLK_LSHIFT;
    if (modifiers != 0) send_key(SDL_KEYDOWN, held, modifiers);
    press(at);
    release(at);
    if (modifiers != 0) send_key(SDL_KEYUP, held, 0);
    settle();
}

void WindowTest::double_click(Point at) {
    click(at);
    ImGui::GetCurrentContext()->Time += 1; // seconds; slow for Dear ImGui
    SDL_Event again = mouse_button(SDL_MOUSEBUTTONDOWN, at);
    again.button.clicks = 2;
    push(again);
    take_events();
    release(at);
    settle();
}

void WindowTest::right_click(Point at) {
    move(at);
    for (const std::uint32_t type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP}) {
        SDL_Event event = mouse_button(type, at);
        event.button.button = SDL_BUTTON_RIGHT;
        push(event);
        take_events();
    }
    settle();
}

void WindowTest::send_key(std::uint32_t type, int which, int held) {
    SDL_SetModState(static_cast<SDL_Keymod>(held));
    SDL_Event event{};
    event.type = type;
    event.key.state = type == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED;
    event.key.keysym.sym = which;
    event.key.keysym.scancode = SDL_GetScancodeFromKey(which);
    event.key.keysym.mod = static_cast<std::uint16_t>(held);
    push(event);
    take_events();
}

void WindowTest::drag(Point from, Point to, int steps) {
    press(from);
    for (int i = 1; i <= steps; ++i) move(from + (to - from) * (double(i) / steps));
    release(to);
}

void WindowTest::wheel(Point at, int notches) {
    move(at);
    SDL_Event event{};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.y = notches;
    event.wheel.preciseY = static_cast<float>(notches);
    push(event);
    take_events();
}

void WindowTest::scroll(const char* window, int notches) {
    const ImGuiWindow* const within = find_window(window);
    ASSERT_TRUE(within) << window;
    const ImVec2 middle = within->InnerRect.GetCenter();
    wheel({middle.x, middle.y}, notches);
    settle();
}

void WindowTest::scroll_to_end(const char* window) { scroll(window, -30); }
void WindowTest::scroll_to_begin(const char* window) { scroll(window, 30); }

void WindowTest::key(int code, int modifiers) {
    send_key(SDL_KEYDOWN, code, modifiers);
    send_key(SDL_KEYUP, code, modifiers);
    if (modifiers != 0) send_key(SDL_KEYUP, SDLK_LCTRL, 0);
}

void WindowTest::type(const std::string& text) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    constexpr std::size_t most = sizeof event.text.text - 1;
    for (std::size_t i = 0; i < text.size(); i += most) {
        std::snprintf(event.text.text, sizeof event.text.text, "%s", text.substr(i, most).c_str());
        push(event);
        take_events();
    }
    settle();
}

void WindowTest::press_key(int code, int modifiers) {
    key(code, modifiers);
    settle();
}

void WindowTest::enter(const std::string& text) {
    type(text);
    key(SDLK_RETURN);
}

void WindowTest::retype(const std::string& text) {
    key(SDLK_a, KMOD_CTRL);
    type(text);
}

void WindowTest::drop(const std::vector<std::string>& files) {
    SDL_Event event{};
    event.type = SDL_DROPBEGIN;
    push(event);
    for (const std::string& file : files) {
        event.type = SDL_DROPFILE;
        event.drop.file = SDL_strdup(file.c_str());
        push(event);
    }
    event.type = SDL_DROPCOMPLETE;
    event.drop.file = nullptr;
    push(event);
    take_events();
}

Point WindowTest::slider(double share) {
    const auto track = area("panel", {"radius"});
    // The knob's middle stays half its width away from the ends.
    const double knob = 8;
    return {track[0] + knob + share * (track[2] - 2 * knob), track[1] + track[3] / 2.0};
}

Point WindowTest::place_of(std::size_t pane, int x, int y) const {
    const Pane& on = app->canvas().panes().at(pane);
    return Point{double(on.area.x), double(on.area.y)} + on.corner + Point{x + 0.5, y + 0.5} * on.zoom;
}

void WindowTest::draw() {
    const vulkan::BlankPictures blank(!sees_every_frame);
    app->capture();
}

std::array<float, 4> WindowTest::area(const char* window, Path path) {
    const std::array<float, 4> found = drawn_area(window, path, [&] { draw(); });
    if (found[2] == 0)
        ADD_FAILURE() << "no control " << testing::PrintToString(*(path.end() - 1)) << " in " << window;
    return found;
}

Point WindowTest::middle_of(const char* window, Path path) {
    const auto [x, y, width, height] = area(window, path);
    return {x + width / 2.0, y + height / 2.0};
}

void WindowTest::scroll_into_view(const char* window, Path path) {
    const auto [x, y, width, height] = area(window, path);
    float shift = 0;
    ImGuiWindow* within = find_window(window);
    for (bool is_child = within != nullptr; is_child; within = within->ParentWindow) {
        is_child = (within->Flags & ImGuiWindowFlags_ChildWindow) != 0;
        const float below = y + height + shift - within->InnerClipRect.Max.y,
                    above = within->InnerClipRect.Min.y - y - shift;
        const float by = below > 0 ? below : above > 0 ? -above : 0;
        if (by == 0 || within->ScrollMax.y == 0) continue;
        ImGui::SetScrollY(within, within->Scroll.y + by);
        shift -= by;
    }
    if (shift != 0) draw();
}

Point WindowTest::control(const char* window, Path path) {
    move({1, 1}); // nothing that follows the pointer is in the way
    scroll_into_view(window, path);
    const Point at = middle_of(window, path);
    move(at);
    const ImGuiWindow* const within = find_window(window);
    if (!within || ImGui::GetCurrentContext()->HoveredId != id_of(*within, path))
        ADD_FAILURE() << testing::PrintToString(*(path.end() - 1)) << " in " << window << " does not answer";
    return at;
}

bool WindowTest::says(const std::string& text) {
    draw();
    std::string wanted = text;
    std::erase(wanted, ' '); // which has no picture
    return drawn_text().find(wanted) != std::string::npos;
}

Rgba8 WindowTest::shown(const Image& capture, Point place) {
    const auto x = static_cast<std::size_t>(std::floor(place.x)),
               y = static_cast<std::size_t>(std::floor(place.y));
    return capture.pixels()[y * static_cast<std::size_t>(capture.width()) + x];
}

Image reduced(const Image& image, const Options& options) {
    const ColorSet colors(image, options.transfer);
    Progress progress;
    return remap(image, colors, CpuEngine().reduce(colors, options, progress));
}

Image ramps(int width, int height) {
    Image image(width, height);
    for (int i = 0; i < width * height; ++i) {
        const int x = i % width, y = i / width;
        image.pixels()[std::size_t(i)] = {std::uint8_t(x * 255 / width), std::uint8_t(y * 255 / height),
                                          std::uint8_t(2 * x < width ? 40 : 200), 255};
    }
    return image;
}

}
