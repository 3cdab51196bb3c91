#pragma once

namespace huedrift::app {

/// The eye's receptors of colour, by the wavelengths that they answer to. Who lacks one has protanopia,
/// deuteranopia or tritanopia.
enum class Cone { long_waves, middle_waves, short_waves };

/// "Protanopia", "Deuteranopia", "Tritanopia".
constexpr const char* name_without(Cone cone) {
    return cone == Cone::long_waves     ? "Protanopia"
           : cone == Cone::middle_waves ? "Deuteranopia"
                                        : "Tritanopia";
}

}
