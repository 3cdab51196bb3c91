#pragma once

#include "app/canvas/canvas.h"
#include "app/dialogs/command_lists.h"
#include "app/dialogs/export_dialog.h"
#include "app/dialogs/file_dialog.h"
#include "app/ui/actions.h"
#include "session/session.h"

#include <span>

namespace huedrift::app {

/// The objects that actions act on. All must outlive the actions.
struct Controls {
    Session& session;
    ViewState& state;
    Canvas& canvas;
    Window& window;
    Gui& gui;
    CommandPalette& palette;
    FileDialog& files;
    ExportDialog& exporter;
    QueueDialog& queue_exporter;
    bool& closing;
};

/// The result shown, the first of several; null: none.
std::shared_ptr<const Result> shown_result(const Controls& controls);

constexpr Shortcut plain(int key) { return {.key = key}; }
constexpr Shortcut ctrl(int key) { return {.key = key, .ctrl = true}; }
constexpr Shortcut shift(int key) { return {.key = key, .shift = true}; }
constexpr Shortcut ctrl_shift(int key) { return {.key = key, .ctrl = true, .shift = true}; }

/// The commands of the list of layers for the keyboard.
std::span<const Action> layer_actions();
/// All commands of the window.
std::span<const ActionMenu> action_menus();

}
