#include "cli/nearest_word.h"

#include <algorithm>
#include <numeric>

namespace huedrift {
namespace {

std::size_t distance(std::string_view from, std::string_view to) {
    // The distances from the part of `from` read so far to each prefix of `to`.
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : from) {
        std::size_t diagonal = row[0]++;
        for (std::size_t i = 0; i < to.size(); ++i) {
            const std::size_t replaced = diagonal + (letter != to[i]);
            diagonal = row[i + 1];
            row[i + 1] = std::min({replaced, row[i] + 1, diagonal + 1});
        }
    }
    return row.back();
}

}

std::string nearest_word(std::string_view typed, const std::vector<std::string>& words) {
    const auto nearest =
        std::ranges::min_element(words, {}, [&](const std::string& word) { return distance(typed, word); });
    if (nearest == words.end() || 3 * distance(typed, *nearest) > std::max(typed.size(), nearest->size()))
        return {};
    return *nearest;
}

}
