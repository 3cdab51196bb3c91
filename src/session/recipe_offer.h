#pragma once

#include "pipeline/document.h"

namespace huedrift {

/// The recipe that a picture carries, offered to the user.
struct RecipeOffer {
    Recipe recipe;
    std::filesystem::path
        source{}; ///< the picture it was made from; empty if that is not in the same folder or the one above
};

/// The offer of a document; null if it carries no recipe. Looks into the document's folder.
std::shared_ptr<const RecipeOffer> offer_of(const Document& document);

/// The picture from which a file named as by suggested_target() was made: one in the same folder, else in the
/// one above, as a queue is written to a folder of its own. Empty if there is none.
std::filesystem::path source_beside(const std::filesystem::path& path);

}
