#include "app/panels/offers.h"

#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "pipeline/enumerators.h"

namespace huedrift::app {

void draw_palette_question(const FrameContext& frame, const std::array<float, 4>& area) {
    const PaletteOffer& offer = *frame.snapshot.palette_offer;
    const std::size_t used = frame.snapshot.recipe.palette.to.size();
    std::string question = offer.path.filename().string() + " has " +
                           counted(offer.palette.colors.size(), "colour", "colours") +
                           ". Use them for the result, map the picture directly to them without "
                           "drifting, or pin them, so that they stay as they are?";
    std::vector<std::string> answers{"Use for the result", "Map directly", "Pin them"};
    std::vector<PaletteUse> uses{PaletteUse::nearest, PaletteUse::directly, PaletteUse::pins};
    if (used == offer.palette.colors.size()) {
        question += " Or write files with them, in place of the colours of the palette in use?";
        answers.emplace_back("Write as these");
        uses.push_back(PaletteUse::output);
    } else if (used != 0) {
        question += " Files cannot have them in place of the palette in use, which has " +
                    counted(used, "colour", "colours") + ".";
    }
    answers.emplace_back("Ignore");
    const auto pressed = draw_question(question, answers, frame.gui, area);
    if (!pressed) return;
    if (*pressed < uses.size())
        frame.session.take_palette(uses[*pressed]);
    else
        frame.session.decline_palette();
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
