#pragma once

#include "pipeline/document.h"

namespace huedrift {

/// What a picture that carries the recipe it was made by offers to whoever opens it.
struct RecipeOffer {
    Recipe recipe;
    std::string note{};             ///< what whoever takes it should know, one sentence or none
    std::filesystem::path source{}; ///< the picture it was made from; empty: none is beside it
};

/// Null where the document carries no recipe. Looks into the document's folder.
std::shared_ptr<const RecipeOffer> offer_of(const Document& document);

/// The picture that a file named as suggested_target() does was made from: it lies in the same folder. Empty
/// where there is none.
std::filesystem::path source_beside(const std::filesystem::path& path);

}
