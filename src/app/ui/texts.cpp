#include "app/ui/texts.h"

#include <algorithm>

namespace huedrift::app {
namespace {

constexpr double moment = 0.3; // seconds

}

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
    return text;
}

std::string counted(std::uint64_t number, const char* one, const char* many) {
    return grouped(number) + " " + (number == 1 ? one : many);
}

std::string source_colors(const Snapshot& snapshot) {
    const std::string colors = counted(snapshot.picture->colors.size(), "colour", "colours");
    return snapshot.linked ? colors + " in " + counted(snapshot.linked_pictures, "picture", "pictures")
                           : colors;
}

void Certainty::add(const Result& result, std::size_t number) {
    if (result.exact) return;
    is_exact_ = false;
    // A number that was asked for is that of the exact result, too.
    is_least_ = is_least_ || (number > max_estimated_colors && result.recipe.palette.colors != number);
}

std::string number_of_colors(const Result& result, std::size_t number) {
    Certainty certainty;
    certainty.add(result, number);
    return certainty.word() + grouped(number);
}

bool is_working(const Snapshot& snapshot) {
    return snapshot.activity != Activity::idle && snapshot.activity != Activity::curve;
}

bool is_catching_up(const Snapshot& snapshot) {
    return snapshot.picture && is_working(snapshot) && !snapshot.exact() && snapshot.behind() < moment &&
           std::ranges::all_of(each(snapshot.weightings),
                               [&](Weighting weighting) { return snapshot.result(weighting) != nullptr; });
}

std::optional<std::chrono::milliseconds> catching_up_ends_in(const Snapshot& snapshot) {
    if (!is_catching_up(snapshot)) return std::nullopt;
    return std::chrono::ceil<std::chrono::milliseconds>(
        std::chrono::duration<double>(moment - snapshot.behind()));
}

const char* word_for(double error) {
    return error <= unseen_error ? "hardly visible" : error <= 3 * unseen_error ? "visible" : "large";
}

std::string short_number(double value) { return printed("%.4g", value); }

std::string duration(double seconds) {
    if (seconds < 0.0995) return printed("%.0f ms", seconds * 1000);
    if (seconds < 60) return printed(seconds < 9.995 ? "%.2f s" : "%.1f s", seconds);
    const int whole = static_cast<int>(seconds);
    return printed("%d min %d s", whole / 60, whole % 60);
}

std::string in_duration(double seconds) { return seconds < 0.001 ? "" : " in " + duration(seconds); }

std::string dimensions(std::int64_t width, std::int64_t height) {
    return std::to_string(width) + " \u00d7 " + std::to_string(height);
}

std::string file_size(std::uint64_t bytes) {
    if (bytes < 1024) return printed("%d B", static_cast<int>(bytes));
    double size = static_cast<double>(bytes) / 1024;
    const char* unit = "KiB";
    for (const char* const larger : {"MiB", "GiB"}) {
        if (size < 1024) break;
        size /= 1024;
        unit = larger;
    }
    return printed(size < 10 ? "%.1f %s" : "%.0f %s", size, unit);
}

}
