#include "reduction/color_index.h"

namespace huedrift {

std::uint32_t ColorIndex::count() {
    std::uint32_t total = 0;
    for (std::size_t word = 0; word < words; ++word) {
        before_[word] = total;
        total += static_cast<std::uint32_t>(std::popcount(bits_[word]));
    }
    return total;
}

}
