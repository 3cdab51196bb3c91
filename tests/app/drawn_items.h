#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <string>
#include <variant>

struct ImGuiWindow;

namespace huedrift::app {

/// A control's name or number, after those of what it is part of, if anything.
using ItemPath = std::initializer_list<std::variant<const char*, int>>;

/// An open window of Dear ImGui, of one in another "outer/inner"; null if there is none.
ImGuiWindow* find_window(const char* name);
/// Dear ImGui's id of a control of a window.
unsigned id_of(const ImGuiWindow& window, ItemPath path);
/// Where a control was drawn: x, y, width, height in Dear ImGui's units; zeros where there is none. Calls
/// `draw`, which draws a frame.
std::array<float, 4> drawn_area(const char* window, ItemPath path, const std::function<void()>& draw);

/// The texts of the last frame without spaces, in whatever font; with an `area` (x, y, width, height), those
/// whose letters begin in it.
std::string drawn_text(const std::array<float, 4>* area = nullptr);

}
