#include "library/picture.h"

#include "library/call.h"
#include "library/pixel_rows.h"
#include "library/settings.h"

huedrift_picture::huedrift_picture(huedrift::Image image) {
    using namespace huedrift;
    pipeline.open(document_of(std::move(image), std::filesystem::path("the image")));
}

void huedrift_picture::use(const huedrift::EngineChoice& choice) {
    if (engine_ && choice == choice_) return;
    const huedrift::EnginePool pool(choice);
    engine_ = pool.engine([this](const std::string& sentence) { notes_.push_back(sentence); });
    choice_ = choice;
    pipeline.use(*engine_);
}

huedrift_picture* huedrift_picture_new(const huedrift_image* image, huedrift_failure* failure) {
    using namespace huedrift;
    huedrift_picture* picture = nullptr;
    answer(failure, [&] {
        require(image, "image");
        run({}, [&] { picture = new huedrift_picture(image_of(*image)); });
    });
    return picture;
}

void huedrift_picture_free(huedrift_picture* picture) { delete picture; }
