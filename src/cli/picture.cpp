#include "cli/picture.h"

#include "base/input_file.h"
#include "cli/failure.h"
#include "image/load.h"
#include "image/smooth.h"

namespace huedrift {

Image read_picture(const std::string& input, bool quiet, const LoadLimits& limits) {
    LoadedImage loaded = load_image_file(input, limits);
    if (!quiet) tell_notes(input, loaded.notes);
    return std::move(loaded.image);
}

Image smoothed(Image image, int radius) { return radius == 0 ? std::move(image) : smooth(image, radius); }

void tell_notes(const std::string& input, const std::vector<std::string>& notes) {
    for (const std::string& note : notes) complain(input_name(input) + ": " + note);
}

}
