#pragma once

#include "image/header_gate.h"
#include "image/image.h"

#include <string>

namespace huedrift {

/// The picture of an input ("-" is standard input); what was lost on the way in is said on stderr unless
/// `quiet`.
Image read_picture(const std::string& input, bool quiet = false, const LoadLimits& limits = {});
/// The picture after the pre-filter of docs/smooth.md; a radius of 0 pixels leaves it as it is.
Image smoothed(Image image, int radius);

/// One line on stderr for each of `notes` on an input.
void tell_notes(const std::string& input, const std::vector<std::string>& notes);

}
