#include "app/ui/clipboard.h"

#include <imgui.h>

namespace huedrift::app {

void copy(const std::string& text, const std::string& what, ViewState& state) {
    ImGui::SetClipboardText(text.c_str());
    state.said = "Copied " + what;
}

}
