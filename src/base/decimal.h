#pragma once

#include <charconv>
#include <string>

namespace huedrift {

/// The shortest decimal that reads back as the same number.
inline std::string shortest(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

}
