#include "image/color_profile.h"

namespace huedrift {

std::string_view name_of(ProfileReport::State state) {
    using State = ProfileReport::State;
    switch (state) {
    case State::none:
        break;
    case State::converted:
        return "converted";
    case State::srgb:
        return "srgb";
    case State::kept:
        return "kept";
    case State::ignored:
        return "ignored";
    case State::unusable:
        return "unusable";
    }
    return "none";
}

}
