#include "app/panels/welcome.h"

#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "image/picture_formats.h"
#include "pipeline/enumerators.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {
namespace {

/// Draws a text, broken into lines as needed.
void centered(const std::string& text, ImFont* font, Rgb color) {
    ImGui::PushFont(font);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(color));
    const float room = ImGui::GetContentRegionAvail().x;
    const char* const end = text.data() + text.size();
    for (const char *line = text.data(), *next = end; line < end; line = next) {
        next = font->CalcWordWrapPositionA(ImGui::GetIO().FontGlobalScale, line, end, room);
        if (next == line) next = end; // a single letter is too wide
        ImGui::SetCursorPosX(std::round((ImGui::GetWindowWidth() - ImGui::CalcTextSize(line, next).x) / 2));
        ImGui::TextUnformatted(line, next);
        while (next < end && *next == ' ') ++next;
    }
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

// The drop target: a dashed square with an arrow into it.
void draw_drop_sign(ImVec2 middle, float side, std::uint32_t color, float thickness) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = side / 2, dash = side / 11;
    for (float at = -half; at < half - dash / 2; at += 2 * dash)
        for (const float edge : {-half, half}) {
            list.AddLine({middle.x + at, middle.y + edge}, {middle.x + at + dash, middle.y + edge}, color,
                         thickness);
            list.AddLine({middle.x + edge, middle.y + at}, {middle.x + edge, middle.y + at + dash}, color,
                         thickness);
        }
    const float tip = middle.y + side * 0.22f, wing = side * 0.14f;
    list.AddLine({middle.x, middle.y - side * 0.24f}, {middle.x, tip}, color, thickness);
    list.AddLine({middle.x - wing, tip - wing}, {middle.x, tip}, color, thickness);
    list.AddLine({middle.x + wing, tip - wing}, {middle.x, tip}, color, thickness);
}

}

void draw_welcome(const FrameContext& frame, const std::filesystem::path& sample, const Box& area) {
    const auto& files = frame.state.settings.recent;
    const float scale = frame.gui.scale(), width = std::min(600 * scale, area[2] - 20 * scale);
    const std::size_t recent = std::min<std::size_t>(files.size(), 6);
    const float height = (366 + (recent > 0 ? 48.0f + 34.0f * static_cast<float>(recent) : 0)) * scale;
    ImGui::SetNextWindowPos({std::round(area[0] + (area[2] - width) / 2),
                             std::round(area[1] + std::max((area[3] - height) / 2, 0.0f))});
    ImGui::SetNextWindowSize({width, std::min(height, area[3])});
    // Unlike the windows around it, this one lies on the canvas, so it must not open behind that.
    begin_plain_window("welcome", ImGuiWindowFlags_NoBackground);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = 76 * scale;
    draw_drop_sign({std::round(at.x + ImGui::GetContentRegionAvail().x / 2), at.y + side / 2 + 4 * scale},
                   side, packed(frame.gui.theme().muted), 2 * scale);
    ImGui::Dummy({1, side + 18 * scale});
    centered("Drop a picture here", frame.gui.fonts().title, frame.gui.theme().text);
    centered("Reduce it to few colours, and watch them drift together", frame.gui.fonts().text,
             frame.gui.theme().text);
    ImGui::Dummy({1, 6 * scale});
    centered(formats_read("or"), frame.gui.fonts().text, frame.gui.theme().muted);
    centered("Drop several, or a folder, to queue them", frame.gui.fonts().text, frame.gui.theme().muted);
    ImGui::Dummy({1, 6 * scale});
    const float button = 168 * scale;
    ImGui::SetCursorPosX(std::round((ImGui::GetWindowWidth() - button) / 2));
    if (accented_button("Open a picture\u2026", frame.gui, button)) frame.actions.run(ActionId::open);
    tooltip(frame.actions.get(ActionId::open).tip(), frame.gui);
    if (!sample.empty()) {
        ImGui::SetCursorPosX(std::round((ImGui::GetWindowWidth() - button) / 2));
        if (ImGui::Button("Try the sample", {button, 0})) frame.session.open({sample});
    }
    if (recent > 0) {
        ImGui::Dummy({1, 14 * scale});
        centered("Recent", frame.gui.fonts().strong, frame.gui.theme().muted);
    }
    ImGui::PushStyleColor(ImGuiCol_Button, packed(frame.gui.theme().panel, 0));
    for (std::size_t i = 0; i < recent; ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Button(files[i].filename().c_str(), {-1, 0})) frame.session.open({files[i]});
        tooltip(files[i].string(), frame.gui);
        ImGui::PopID();
    }
    ImGui::PopStyleColor();
    ImGui::End();
}

namespace {

struct Hint {
    const char* text;
    Box HintedAreas::*area;
};

constexpr std::array hints{
    Hint{"Three main settings: the look, the radius within which colours drift together, and the number of "
         "colours. Drag a slider, or type a number.",
         &HintedAreas::decisions},
    Hint{"Point at a colour to see where it is in the picture. Click to show it alone, double-click to "
         "change it, right-click for more.",
         &HintedAreas::swatches},
    Hint{"Hold Space to see the source; turn the wheel to zoom. Ctrl+S exports, and F1 lists all keys.",
         &HintedAreas::canvas},
};

/// Drawn above all windows, so not while a dialog or a menu is open.
void frame(const Box& area, const Gui& gui) {
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
    const float scale = gui.scale(), around = 3 * scale;
    const auto [x, y, width, height] = area;
    ImGui::GetForegroundDrawList()->AddRect({x - around, y - around},
                                            {x + width + around, y + height + around},
                                            packed(gui.theme().accent), 6 * scale, 0, 2 * scale);
}

}

void draw_hints(Settings& settings, const HintedAreas& areas, const Gui& gui) {
    if (!settings.hint || *settings.hint >= hints.size()) return settings.hint.reset();
    const Hint& hint = hints[*settings.hint];
    const bool is_last = *settings.hint + 1 == hints.size();
    const std::vector<std::string> answers =
        is_last ? std::vector<std::string>{"Done"} : std::vector<std::string>{"Next", "No more hints"};
    const bool is_of_canvas = hint.area == &HintedAreas::canvas;
    if (!is_of_canvas) frame(areas.*hint.area, gui);
    const auto pressed = is_of_canvas ? draw_question(hint.text, answers, gui, areas.canvas)
                                      : draw_hint(hint.text, answers, gui, areas.*hint.area);
    if (!pressed) return;
    ++*settings.hint;
    if (is_last || *pressed == 1) settings.hint.reset();
}

void draw_notice(const FrameContext& frame, const Box& area) {
    const std::vector<Remedy> remedies = remedies_of(frame.snapshot.refusal, frame.snapshot);
    std::vector<std::string> labels;
    labels.reserve(remedies.size());
    for (const Remedy& remedy : remedies) labels.push_back(remedy.label);
    const auto pressed = draw_message(frame.snapshot.notice, true, frame.gui, area, labels);
    if (!pressed) return;
    frame.session.dismiss_notice();
    if (*pressed < remedies.size()) frame.session.set(remedies[*pressed].recipe);
}

void draw_restored(const FrameContext& frame, const Box& area) {
    const auto pressed = draw_message("The pins and edits that you made in this picture are back.", false,
                                      frame.gui, area, {"Remove them"});
    if (pressed == 0u) frame.session.undo();
    if (pressed) frame.session.dismiss_restored();
}

namespace {

void draw_palette_question(const FrameContext& frame, const Box& area) {
    const PaletteOffer& offer = *frame.snapshot.palette_offer;
    const std::vector<Rgb>& colors = offer.palette.colors;
    const std::size_t count = colors.size(), used = frame.snapshot.recipe->palette.to.size();
    bool& shows_all = frame.state.shows_palette_uses;
    std::string question = offer.path.filename().string() + ", " + counted(count, "colour", "colours");
    std::vector<std::string> answers{"Map to it"};
    std::vector<PaletteUse> uses{PaletteUse::directly};
    if (shows_all) {
        question +=
            "\nMap each colour of the picture to the nearest of them, reduce the picture first, or keep "
            "them beside the picture's own?";
        answers.insert(answers.end(), {"Reduce first, then map", "Keep these colours"});
        uses.insert(uses.end(), {PaletteUse::nearest, PaletteUse::pins});
    }
    // Once a palette is in use, another one often has its colours as files are to have them.
    if (used == count) {
        question += "\nOr write files with them, in place of the colours of the palette in use?";
        answers.emplace_back("Write as these");
        uses.push_back(PaletteUse::output);
    } else if (used != 0) {
        question += "\nFiles cannot have them in place of the palette in use, which has " +
                    counted(used, "colour", "colours") + ".";
    }
    if (!shows_all) answers.emplace_back("Other uses\u2026");
    answers.emplace_back("Cancel");
    const auto pressed = draw_question(question, answers, frame.gui, area, colors);
    if (!pressed) return;
    const bool unfolds = !shows_all && *pressed == uses.size();
    shows_all = unfolds;
    if (*pressed < uses.size())
        frame.session.take_palette(uses[*pressed]);
    else if (!unfolds)
        frame.session.decline_palette();
}

void draw_mask_question(const FrameContext& frame, const Box& area) {
    const MaskOffer& offer = *frame.snapshot.mask_offer;
    using Answer = std::pair<const char*, MaskUse>;
    std::array<Answer, 3> answers{{{"Open it", MaskUse::picture},
                                   {"Importance", MaskUse::importance},
                                   {"Dither mask", MaskUse::dithering}}};
    const auto likely = std::ranges::find(answers, offer.likely, &Answer::second);
    std::rotate(answers.begin(), likely, answers.end()); // the first is accented
    const auto pressed = draw_question(
        offer.path.filename().string() +
            " is grey and has the size of the picture.\nUse it as a mask? Importance: white pixels count "
            "most for the palette, black ones not at all. Dither mask: only white pixels are dithered.",
        {answers[0].first, answers[1].first, answers[2].first, "Cancel"}, frame.gui, area);
    if (!pressed) return;
    if (*pressed < answers.size())
        frame.session.take_mask(answers[*pressed].second);
    else
        frame.session.decline_mask();
}

/// Nothing brings them back.
void draw_forget_question(const FrameContext& frame, const Box& area) {
    const auto pressed = draw_question("Forget the pins, edits and grids of all pictures that were opened "
                                       "before? Undo cannot bring them back.",
                                       {"Keep them", "Forget them"}, frame.gui, area);
    if (!pressed) return;
    frame.state.asks_to_forget = false;
    if (*pressed == 0) return;
    frame.session.forget_edits();
    frame.state.said = "The edits of all pictures are forgotten.";
}

std::string question(const Snapshot& snapshot) {
    const Recipe& recipe = snapshot.offer->recipe;
    return snapshot.document->path.filename().string() +
           " was made by huedrift and carries its settings: radius " + short_number(recipe.shift.radius) +
           ", weighting \u201c" + label_of(recipe.shift.weighting) + "\u201d.";
}

void draw_recipe_question(const FrameContext& frame, const Box& area) {
    const std::filesystem::path& source = frame.snapshot.offer->source;
    std::vector<std::string> answers{"Use them here"};
    if (!source.empty()) answers.push_back("Open " + source.filename().string() + " with them");
    answers.emplace_back("Ignore");
    const auto pressed = draw_question(question(frame.snapshot), answers, frame.gui, area);
    if (!pressed) return;
    if (*pressed == 0)
        frame.session.take_offer();
    else if (*pressed + 1 < answers.size())
        frame.session.take_offer_to_source();
    else
        frame.session.decline_offer();
}

}

bool draw_offer(const FrameContext& frame, const Box& area) {
    if (frame.state.asks_to_forget)
        draw_forget_question(frame, area);
    else if (frame.snapshot.palette_offer)
        draw_palette_question(frame, area);
    else if (frame.snapshot.mask_offer)
        draw_mask_question(frame, area);
    else if (frame.snapshot.offer)
        draw_recipe_question(frame, area);
    else
        return false;
    return true;
}

void draw_isolated(const FrameContext& frame, const Box& area) {
    if (!frame.state.isolated) return;
    const float scale = frame.gui.scale();
    ImGui::SetNextWindowPos({area[0] + area[2] / 2, area[1] + 44 * scale}, ImGuiCond_Always, {0.5f, 0});
    begin_plain_window("one colour", ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_AlwaysAutoResize |
                                         ImGuiWindowFlags_NoFocusOnAppearing);
    if (accented_button(("Showing " + hex_code(*frame.state.isolated) + " alone  \u00d7###all").c_str(),
                        frame.gui))
        frame.state.isolated.reset();
    tooltip(frame.actions.get(ActionId::show_all).tip(), frame.gui);
    ImGui::End();
}

}
