#include "driven_window.h"

#include "base/error.h"

#include <SDL.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <atomic>
#include <condition_variable>
#include <ctime>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace huedrift::app {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

/// The calling thread's time on a core, without waiting for one.
double computed_by_thread() {
    std::timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * double(time.tv_sec) + 1e-6 * double(time.tv_nsec);
}

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
    const std::string notice = app.session().live().notice;
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
    std::jthread hand([&, next = Clock::now()](const std::stop_token& ended) mutable {
        std::condition_variable_any clock;
        std::mutex held;
        std::unique_lock lock(held);
        for (int event = 0; event < motion.events; ++event) {
            if (clock.wait_until(lock, ended, next, [&] { return ended.stop_requested(); })) return;
            next += std::chrono::nanoseconds(std::chrono::seconds(1)) / motion.per_second;
            pushed[static_cast<std::size_t>(event)] = Clock::now();
            sent = event + 1;
            motion.push(event);
        }
    });
    MotionTimes times;
    for (int drawn = -1; drawn + 1 < motion.events;) {
        const std::size_t before = app.frames();
        const double computed = computed_by_thread();
        run_once();
        const auto now = Clock::now();
        if (sent == motion.events && now - pushed.back() > std::chrono::minutes(1))
            throw Error(ErrorKind::failed, "the window never showed the last event");
        if (app.frames() == before) continue;
        times.work.push_back(computed_by_thread() - computed);
        const int handled = motion.handled(sent);
        if (handled >= 0 && motion.setting)
            events_of_.try_emplace(motion.setting(app.session().recipe()),
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
        return result && result->exact && app.session().live().exact() &&
               motion.setting(result->recipe) == motion.setting(app.session().recipe());
    });
    times.rest = milliseconds(Clock::now() - last_event);
}

int newest_at_pointer(const std::function<Point(int event)>& at, int sent) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    for (int event = sent - 1; event >= 0; --event)
        if (int(at(event).x) == int(pointer.x) && int(at(event).y) == int(pointer.y)) return event;
    return -1;
}

namespace {

/// Dear ImGui's name of a window within others, without the number that it has after each part ("_0123ABCD").
std::string without_numbers(std::string name) {
    constexpr std::size_t length = 9;
    for (std::size_t at = name.find('_'); at != std::string::npos; at = name.find('_', at)) {
        if (name.find_first_not_of("0123456789ABCDEF", at + 1) >= at + length && name.size() >= at + length)
            name.erase(at, length);
        else
            ++at;
    }
    return name;
}

}

ImGuiWindow* find_window(const char* name) {
    for (ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && without_numbers(window->Name) == name) return window;
    return nullptr;
}

unsigned id_of(const ImGuiWindow& window, ItemPath path) {
    ImGuiID id = window.ID;
    for (const auto& part : path) {
        const int* const number = std::get_if<int>(&part);
        id = number ? ImHashData(number, sizeof *number, id) : ImHashStr(std::get<const char*>(part), 0, id);
    }
    return id;
}

namespace {

std::array<float, 4> area_once(const char* window, ItemPath path, const std::function<void()>& draw) {
    // Dear ImGui keeps the rectangle of one control only: that which keys act on.
    ImGuiWindow* const within = find_window(window);
    if (!within) return {};
    ImGuiContext& gui = *ImGui::GetCurrentContext();
    const auto keyed = std::exchange(gui.NavId, id_of(*within, path));
    const auto keyed_window = std::exchange(gui.NavWindow, within);
    for (ImRect& area : within->NavRectRel) area = {};
    draw();
    gui.NavId = keyed;
    gui.NavWindow = keyed_window;
    for (const ImRect& area : within->NavRectRel)
        if (const ImRect found = ImGui::WindowRectRelToAbs(within, area); area.GetWidth() > 0)
            return {found.Min.x, found.Min.y, found.GetWidth(), found.GetHeight()};
    return {};
}

}

std::array<float, 4> drawn_area(const char* window, ItemPath path, const std::function<void()>& draw) {
    std::array<float, 4> found = area_once(window, path, draw);
    // New contents find their places within a few frames.
    for (std::array<float, 4> before{}; before != found; found = area_once(window, path, draw))
        before = found;
    return found;
}

std::string drawn_text(const std::array<float, 4>* area) {
    // By the corners of their pictures among those of all letters.
    std::map<std::pair<float, float>, unsigned> letters;
    for (const ImFont* const font : ImGui::GetIO().Fonts->Fonts)
        for (const ImFontGlyph& glyph : font->Glyphs)
            if (glyph.Visible) letters[{glyph.U0, glyph.V0}] = glyph.Codepoint;
    std::string text;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int i = 0; i < drawn.CmdListsCount; ++i)
        for (const ImDrawVert& corner : drawn.CmdLists[i]->VtxBuffer) {
            const float x = area ? corner.pos.x - (*area)[0] : 0, y = area ? corner.pos.y - (*area)[1] : 0;
            if (area && (x < 0 || y < 0 || x >= (*area)[2] || y >= (*area)[3])) continue;
            const auto found = letters.find({corner.uv.x, corner.uv.y});
            if (found == letters.end()) continue;
            char letter[5];
            text += ImTextCharToUtf8(letter, found->second);
        }
    return text;
}

}
