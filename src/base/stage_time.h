#pragma once

#include <string>

namespace huedrift {

/// How long a stage of a computation took.
struct StageTime {
    std::string stage;
    double seconds = 0;
};

}
