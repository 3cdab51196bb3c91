#include "app/panels/palette_question.h"

#include "app/ui/message.h"
#include "app/ui/texts.h"

namespace huedrift::app {

void draw_palette_question(const FrameContext& frame, const std::array<float, 4>& area) {
    const PaletteOffer& offer = *frame.snapshot.palette_offer;
    const std::string question = offer.path.filename().string() + " has " +
                                 counted(offer.colors.size(), "colour", "colours") +
                                 ". Bring the result to them, map the picture to them without drifting "
                                 "first, or pin them, so that they stay as they are?";
    const auto pressed = draw_question(
        question, {"Bring the result to them", "Map directly", "Pin them", "Ignore"}, frame.gui, area);
    if (!pressed) return;
    constexpr PaletteUse uses[]{PaletteUse::nearest, PaletteUse::directly, PaletteUse::pins};
    if (*pressed < std::size(uses))
        frame.session.take_palette(uses[*pressed]);
    else
        frame.session.decline_palette();
}

}
