#include "app/panels/offers.h"

#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "color/css_color.h"
#include "pipeline/enumerators.h"
#include "session/remedies.h"

namespace huedrift::app {

void draw_notice(const FrameContext& frame, const std::array<float, 4>& area) {
    const std::vector<Remedy> remedies = remedies_of(frame.snapshot.notice, frame.session.snapshot());
    std::vector<std::string> labels;
    labels.reserve(remedies.size());
    for (const Remedy& remedy : remedies) labels.push_back(remedy.label);
    const auto pressed = draw_message(frame.snapshot.notice, labels, true, frame.gui, area);
    if (!pressed) return;
    frame.session.dismiss_notice();
    if (*pressed < remedies.size()) frame.session.set(remedies[*pressed].recipe);
}

void draw_palette_question(const FrameContext& frame, const std::array<float, 4>& area) {
    const PaletteOffer& offer = *frame.snapshot.palette_offer;
    const std::vector<Rgb>& colors = offer.palette.colors;
    const std::size_t count = colors.size(), used = frame.snapshot.recipe.palette.to.size();
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

void draw_isolated(const FrameContext& frame, const std::array<float, 4>& area) {
    if (!frame.state.isolated) return;
    const float scale = frame.gui.scale();
    ImGui::SetNextWindowPos({area[0] + area[2] / 2, area[1] + 44 * scale}, ImGuiCond_Always, {0.5f, 0});
    begin_plain_window("one colour", ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_AlwaysAutoResize |
                                         ImGuiWindowFlags_NoFocusOnAppearing);
    if (accented_button(("Showing " + hex_code(*frame.state.isolated) + " alone  \u00d7###all").c_str(),
                        frame.gui))
        frame.state.isolated.reset();
    tooltip("Show all colours again  (Backspace)", frame.gui);
    ImGui::End();
}

namespace {

std::string question(const Snapshot& snapshot) {
    const Recipe& recipe = snapshot.offer->recipe;
    return snapshot.document->path.filename().string() +
           " was made by huedrift and carries its settings: radius " + short_number(recipe.shift.radius) +
           ", weighting \u201c" + label_of(recipe.shift.weighting) + "\u201d.";
}

}

void draw_recipe_question(const FrameContext& frame, const std::array<float, 4>& area) {
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
