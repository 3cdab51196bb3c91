#include "session/recipe_offer.h"

#include "image/load.h"
#include "session/export.h"

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
    const std::filesystem::path folder = path.parent_path().empty() ? "." : path.parent_path();
    // The suffix may be a radius, a number of colours, the name of a palette and a weighting.
    std::string stem = path.stem().string();
    for (std::size_t end; (end = stem.rfind('-')) != std::string::npos && end > 0;) {
        stem.resize(end);
        for (const std::filesystem::path& where : {folder, (folder / "..").lexically_normal()})
            if (auto found = picture_named(stem, where); !found.empty()) return found;
    }
    return {};
}

}
