#include "pipeline/indexed_colors.h"

#include "pipeline/palette_list.h"

#include <utility>

namespace huedrift {

IndexedColors indexed_colors(const ImageView& image, std::span<const Swatch> list, const Reduced& reduced,
                             const SharedPalette* shared, const WrittenColors& written) {
    std::vector<Rgba8> entries =
        shared ? index_entries(image, *shared)
               : index_entries(image, list, reduced.recipe, reduced.picture->document->slots);
    std::vector<Rgba8> listed = written.listed(shared ? shared->list : list, entries);
    return {std::move(entries), std::move(listed)};
}

}
