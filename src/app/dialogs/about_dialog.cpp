#include "app/dialogs/about_dialog.h"

#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <SDL_version.h>
#include <imgui.h>

#include <sys/utsname.h>

namespace huedrift::app {
namespace {

std::string system_name() {
    utsname names;
    if (::uname(&names) != 0) return "unknown";
    return std::string(names.sysname) + " " + names.release + " " + names.machine;
}

std::string sdl_version() {
    SDL_version version;
    SDL_GetVersion(&version);
    return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
           std::to_string(version.patch);
}

/// Where nothing drifts, no engine has worked.
std::string computed_by(const Result& result) {
    return "Computed by " + (result.engine == "none" ? "" : result.engine + ", ") + result.device;
}

std::string engine_line(const EngineEntry& entry) {
    return "Engine: " + entry.engine + (entry.device.empty() ? "" : ", " + entry.device) +
           (entry.usable() ? "" : ", not usable: " + entry.reason) + "\n";
}

}

std::string diagnostics(const Snapshot& snapshot, const std::string& drawn_by) {
    std::string text = "huedrift " HUEDRIFT_VERSION "\nSystem: " + system_name() + "\nSDL " + sdl_version() +
                       ", Dear ImGui " + ImGui::GetVersion() + "\nWindow: " + drawn_by + "\n";
    for (const EngineEntry& entry : *snapshot.engines) text += engine_line(entry);
    if (snapshot.picture) {
        const Document& document = *snapshot.document;
        const ImageView image = frame_of(document, *document.image, 0);
        text += "Picture: " + std::to_string(image.width) + " x " + std::to_string(image.height) + ", " +
                counted(frames_of(document), "frame", "frames") + ", " +
                std::to_string(snapshot.picture->colors.size()) + " colours\n";
    }
    text += "Settings: " + recipe_text(snapshot.recipe) + "\n";
    return text;
}

void AboutDialog::draw(const FrameContext& frame, const std::string& drawn_by) {
    if (!begin_dialog("about", wanted_, 520, frame.gui)) return;
    ImGui::PushFont(frame.gui.fonts().title);
    ImGui::TextUnformatted("huedrift " HUEDRIFT_VERSION);
    ImGui::PopFont();
    ImGui::TextWrapped("Reduces a picture to a small palette: exactly, while you watch.");
    ImGui::TextDisabled("MIT License, copyright 2026 the huedrift authors");
    ImGui::Spacing();
    ImGui::TextWrapped("Drawn by %s", drawn_by.c_str());
    const auto& result = frame.snapshot.result(each(frame.snapshot.weightings).front());
    if (result) ImGui::TextWrapped("%s", computed_by(*result).c_str());
    ImGui::Spacing();
    if (accented_button("Copy diagnostics", frame.gui))
        copy(diagnostics(frame.snapshot, drawn_by), "the diagnostics", frame.state);
    tooltip("Facts for a bug report: versions, devices, and the picture's size and settings.", frame.gui);
    ImGui::SameLine();
    if (ImGui::Button("Close")) ImGui::CloseCurrentPopup();
    end_dialog();
}

}
