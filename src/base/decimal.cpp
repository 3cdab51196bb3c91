#include "base/decimal.h"

#include <charconv>

namespace huedrift {

std::string shortest(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

}
