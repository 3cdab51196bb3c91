#include "cli/figures.h"

#include <cstdio>

namespace huedrift {
namespace {

std::string formatted(const char* format, double number) {
    char text[64];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

}

std::string duration_text(double seconds) {
    return seconds < 0.1 ? formatted("%.2f ms", seconds * 1e3) : formatted("%.2f s", seconds);
}

std::string bytes_text(std::uint64_t bytes) {
    const double mebibytes = double(bytes) / (1 << 20);
    return mebibytes < 1024 ? formatted("%.0f MiB", mebibytes) : formatted("%.1f GiB", mebibytes / 1024);
}

std::string hex_text(std::uint64_t number) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
    return text;
}

}
