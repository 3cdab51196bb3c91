#pragma once

#include "app/canvas/canvas.h"
#include "app/dialogs/cloud_dialog.h"
#include "app/dialogs/command_lists.h"
#include "app/dialogs/export_dialog.h"
#include "app/dialogs/file_dialog.h"
#include "app/dialogs/queue_dialog.h"
#include "app/ui/actions.h"
#include "app/ui/settings.h"
#include "session/session.h"

#include <span>

namespace huedrift::app {

/// The objects that actions act on. All must outlive the actions.
struct Controls {
    Session& session;
    Settings& settings;
    ViewState& state;
    Canvas& canvas;
    Window& window;
    Gui& gui;
    CommandPalette& palette;
    KeyList& keys;
    AboutDialog& about;
    FileDialog& files;
    ExportDialog& exporter;
    QueueDialog& queue_exporter;
    CloudDialog& cloud_saver;
    bool& closing;
};

/// The result shown, the first of several; null: none.
std::shared_ptr<const Result> shown_result(const Controls& controls);

constexpr Shortcut plain(int key) { return {.key = key}; }
constexpr Shortcut ctrl(int key) { return {.key = key, .ctrl = true}; }
constexpr Shortcut shift(int key) { return {.key = key, .shift = true}; }
constexpr Shortcut ctrl_shift(int key) { return {.key = key, .ctrl = true, .shift = true}; }

/// A command for any window: an Action without its menu and its objects.
struct ActionRow {
    const char* name;
    const char* hint = "";
    Shortcut keys[4]{}; ///< those behind the last have no key
    void (*run)(const Controls&) = nullptr;
    bool (*enabled)(const Controls&) = nullptr; ///< null: always
    bool (*checked)(const Controls&) = nullptr; ///< null: it is not a choice
    bool first_of_group = false;
    const char* words = "";
};

/// The commands of the list of layers for the keyboard.
std::span<const ActionRow> layer_rows();
/// All commands of the window.
Actions action_table(const Controls& controls);

}
