#include "session/recent_results.h"

#include <algorithm>
#include <set>

namespace huedrift {
namespace {

template <class Value>
std::size_t bytes_of(const std::vector<Value>& values) {
    return values.capacity() * sizeof(Value);
}

bool is_same_but_order(const Recipe& x, const Recipe& y) {
    Recipe ordered = x;
    ordered.output = y.output;
    ordered.labels.scale = y.labels.scale; // of files
    return ordered == y;
}

}

template <class Matches>
std::shared_ptr<const Result> RecentResults::found(const Matches& matches) {
    const auto at = std::ranges::find_if(results_, [&](const auto& result) { return matches(*result); });
    if (at == results_.end()) return nullptr;
    std::rotate(results_.begin(), at, at + 1);
    return results_.front();
}

std::shared_ptr<const Result> RecentResults::find(const std::shared_ptr<const Picture>& picture,
                                                  const Recipe& recipe) {
    return found([&](const Result& result) { return result.picture == picture && result.recipe == recipe; });
}

std::shared_ptr<const Result> RecentResults::find_unordered(const std::shared_ptr<const Picture>& picture,
                                                            const Recipe& recipe) {
    return found([&](const Result& result) {
        return result.picture == picture && is_same_but_order(result.recipe, recipe);
    });
}

void RecentResults::add(std::shared_ptr<const Result> result) {
    results_.push_front(std::move(result));
    while (results_.size() > 1 && (results_.size() > max_count || bytes() > max_bytes_)) results_.pop_back();
}

std::size_t RecentResults::bytes() const {
    std::size_t sum = 0;
    std::set<const void*> counted;
    for (const auto& result : results_) {
        sum += bytes_of(result->swatches) + bytes_of(result->edited);
        if (counted.insert(result->palette.get()).second)
            sum += bytes_of(result->palette->entries) + bytes_of(result->palette->entry_of);
        if (result->pixels && counted.insert(result->pixels.get()).second) sum += result->pixels->bytes();
    }
    return sum;
}

}
