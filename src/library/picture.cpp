#include "library/picture.h"

#include "library/call.h"
#include "library/pixel_rows.h"
#include "library/settings.h"

huedrift_picture::huedrift_picture(huedrift::Image image) {
    using namespace huedrift;
    pipeline.use(engine);
    pipeline.open(Document{.path = std::filesystem::path("the image"),
                           .image = std::make_shared<const Image>(std::move(image)),
                           .notes = {}});
}

huedrift_picture* huedrift_picture_new(const huedrift_image* image, huedrift_error* error) {
    using namespace huedrift;
    huedrift_picture* made = nullptr;
    answer(error, [&] {
        require(image, "image");
        run({}, [&] { made = new huedrift_picture(image_of(*image)); });
    });
    return made;
}

void huedrift_picture_free(huedrift_picture* picture) { delete picture; }

namespace huedrift {
namespace {

EngineEntry entry_of(const EngineChoice& choice) {
    std::vector<std::string> devices;
    if (!choice.device.empty()) devices.push_back(choice.device);
    return chosen_entries(choice, devices).front();
}

}

void ChosenEngine::choose(const EngineChoice& choice) {
    if (entry_ && choice == choice_) return;
    std::optional<EngineEntry> entry;
    if (!choice.is_automatic()) entry = entry_of(choice);
    engine_.reset();
    entry_ = std::move(entry);
    choice_ = choice;
}

Reduction ChosenEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    if (!entry_) entry_ = entry_of(choice_);
    if (!engine_)
        engine_ = make_failover(*entry_, choice_.settings,
                                [this](const std::string& sentence) { notes_.push_back(sentence); });
    return engine_->reduce(colors, options, progress);
}

}
