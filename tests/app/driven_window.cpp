#include "driven_window.h"

#include "base/error.h"

#include <SDL.h>
#include <imgui.h>

#include <atomic>
#include <thread>

namespace huedrift::app {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

void push(SDL_Event event) {
    if (SDL_PushEvent(&event) != 1) throw Error(ErrorKind::failed, SDL_GetError());
}

}

void DrivenWindow::push_motion(Point at) {
    SDL_Event event{};
    event.type = SDL_MOUSEMOTION;
    event.motion.x = static_cast<int>(at.x);
    event.motion.y = static_cast<int>(at.y);
    push(event);
}

void DrivenWindow::push_button(bool pressed, Point at) {
    SDL_Event event{};
    event.type = pressed ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    event.button.button = SDL_BUTTON_LEFT;
    event.button.state = pressed ? SDL_PRESSED : SDL_RELEASED;
    event.button.clicks = 1;
    event.button.x = static_cast<int>(at.x);
    event.button.y = static_cast<int>(at.y);
    push(event);
}

void DrivenWindow::push_wheel(int notches) {
    SDL_Event event{};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.y = notches;
    event.wheel.preciseY = static_cast<float>(notches);
    push(event);
}

void DrivenWindow::push_letter(char letter) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    event.text.text[0] = letter;
    push(event);
}

void DrivenWindow::run_once(std::chrono::milliseconds wait) {
    const std::string notice = app.session().snapshot().notice;
    if (!notice.empty() || !app.run_once(wait))
        throw Error(ErrorKind::failed, notice.empty() ? "interrupted" : notice);
}

void DrivenWindow::run_until(const std::function<bool()>& reached) {
    while (!reached()) run_once();
}

void DrivenWindow::settle() {
    run_until(
        [&] { return app.settled() && app.is_idle() && !SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT); });
}

void DrivenWindow::move(Point at) {
    push_motion(at);
    settle();
}

void DrivenWindow::click(Point at) {
    move(at);
    for (const bool pressed : {true, false}) {
        push_button(pressed, at);
        settle();
    }
}

void DrivenWindow::key(int code, int modifiers) {
    const auto send = [&](std::uint32_t type, int held) {
        SDL_Event event{};
        event.type = type;
        event.key.keysym.sym = code;
        event.key.keysym.scancode = SDL_GetScancodeFromKey(code);
        event.key.keysym.mod = static_cast<std::uint16_t>(held);
        event.key.state = type == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED;
        push(event);
        settle();
    };
    send(SDL_KEYDOWN, modifiers);
    send(SDL_KEYUP, 0); // nothing is held any more
}

std::array<float, 4> DrivenWindow::area(const char* window, ItemPath path) {
    const std::array<float, 4> found = drawn_area(window, path, [&] { app.capture(); });
    if (found[2] == 0) throw Error(ErrorKind::failed, std::string("a control is missing in ") + window);
    return found;
}

const Result* DrivenWindow::shown_result() const {
    const RenderedPictures& shown = app.shown();
    return shown.frequency.result ? shown.frequency.result.get() : shown.palette.result.get();
}

void DrivenWindow::note_picture(const Motion& motion, MotionTimes& times) {
    const Result* const result = shown_result();
    if (!motion.setting || !result) return;
    const double setting = motion.setting(result->recipe);
    const auto event = events_of_.find(setting);
    if (event != events_of_.end() && seen_.insert(setting).second)
        times.picture.push_back(milliseconds(Clock::now() - event->second));
}

MotionTimes DrivenWindow::drive(const Motion& motion, bool drags) {
    events_of_.clear();
    seen_.clear();
    std::vector<Clock::time_point> pushed(static_cast<std::size_t>(motion.events));
    std::atomic<int> sent{0};
    std::jthread hand([&, next = Clock::now()]() mutable {
        for (int event = 0; event < motion.events; ++event) {
            std::this_thread::sleep_until(next);
            next += std::chrono::nanoseconds(std::chrono::seconds(1)) / motion.per_second;
            pushed[static_cast<std::size_t>(event)] = Clock::now();
            sent = event + 1;
            motion.push(event);
        }
    });
    MotionTimes times;
    for (int drawn = -1; drawn + 1 < motion.events;) {
        const std::size_t before = app.clock().count();
        run_once();
        const auto now = Clock::now();
        if (sent == motion.events && now - pushed.back() > std::chrono::minutes(1))
            throw Error(ErrorKind::failed, "the window never showed the last event");
        if (app.clock().count() == before) continue;
        times.frames.push_back(app.clock().last());
        const int handled = motion.handled(sent);
        if (handled >= 0 && motion.setting)
            events_of_.try_emplace(motion.setting(app.session().snapshot().recipe),
                                   pushed[static_cast<std::size_t>(handled)]);
        if (handled > drawn && motion.is_drawn(handled))
            while (drawn < handled)
                times.panel.push_back(milliseconds(now - pushed[static_cast<std::size_t>(++drawn)]));
        note_picture(motion, times);
        times.seconds = milliseconds(now - pushed.front()) / 1000;
        if (motion.meanwhile) motion.meanwhile();
    }
    if (drags) push_button(false, {ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y});
    if (motion.setting) await_picture(motion, pushed.back(), times);
    settle();
    return times;
}

void DrivenWindow::await_picture(const Motion& motion, Clock::time_point last_event, MotionTimes& times) {
    run_until([&] {
        note_picture(motion, times);
        const Result* const result = shown_result();
        return result && result->exact && app.session().snapshot().exact() &&
               motion.setting(result->recipe) == motion.setting(app.session().snapshot().recipe);
    });
    times.rest = milliseconds(Clock::now() - last_event);
}

int newest_at_pointer(const std::function<Point(int event)>& at, int sent) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    for (int event = sent - 1; event >= 0; --event)
        if (int(at(event).x) == int(pointer.x) && int(at(event).y) == int(pointer.y)) return event;
    return -1;
}

}
