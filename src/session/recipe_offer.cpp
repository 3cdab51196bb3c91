#include "session/recipe_offer.h"

#include "image/load.h"
#include "session/export.h"

#include <regex>

namespace huedrift {
namespace {

/// The first picture by name, independent of the folder's order; empty if there is none.
std::filesystem::path picture_named(const std::string& stem, const std::filesystem::path& folder) {
    std::filesystem::path found;
    std::error_code unreadable;
    for (std::filesystem::directory_iterator it(folder, unreadable), end; !unreadable && it != end;
         it.increment(unreadable))
        if (it->path().stem() == stem && is_picture_name(it->path()) && (found.empty() || it->path() < found))
            found = it->path();
    return found;
}

}

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
    const std::filesystem::path folder = path.parent_path().empty() ? "." : path.parent_path();
    std::filesystem::path found = picture_named(parts[1].str(), folder);
    if (found.empty()) found = picture_named(parts[1].str(), (folder / "..").lexically_normal());
    return found;
}

}
