#include "session/recipe_offer.h"

#include "image/load.h"
#include "session/export.h"

#include <regex>

namespace huedrift {

std::shared_ptr<const RecipeOffer> offer_of(const Document& document) {
    if (!document.recipe) return nullptr;
    return std::make_shared<const RecipeOffer>(
        RecipeOffer{*document.recipe, source_beside(document.path.file())});
}

std::filesystem::path source_beside(const std::filesystem::path& path) {
    static const std::regex name_of_result("(.+)-(r[0-9.e+-]+|[0-9]+-colours)(-palette|-frequency)?");
    std::smatch parts;
    const std::string stem = path.stem().string();
    if (!std::regex_match(stem, parts, name_of_result)) return {};
    std::filesystem::path found;
    std::error_code unreadable;
    for (std::filesystem::directory_iterator
             it(path.parent_path().empty() ? "." : path.parent_path(), unreadable),
         end;
         !unreadable && it != end; it.increment(unreadable)) {
        if (it->path().stem() != parts[1].str() || !is_picture_name(it->path())) continue;
        // Takes the first by name, independent of the folder's order.
        if (found.empty() || it->path() < found) found = it->path();
    }
    return found;
}

}
