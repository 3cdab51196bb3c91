#include "app/panels/recipe_question.h"

#include "app/ui/message.h"
#include "app/ui/texts.h"

namespace huedrift::app {
namespace {

std::string question(const Snapshot& snapshot) {
    const Recipe& recipe = snapshot.offer->recipe;
    return snapshot.document->path.filename().string() +
           " is a result of huedrift and carries the settings "
           "that made it: radius " +
           short_number(recipe.radius) + ", weighting " + std::string(name_of(recipe.weighting)) + ".";
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
