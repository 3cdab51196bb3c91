#include "pipeline/indexed_colors.h"

#include "pipeline/palette_list.h"

#include <algorithm>
#include <utility>

namespace huedrift {

IndexedColors indexed_colors(const ImageView& image, std::span<const Swatch> list, const Reduced& reduced,
                             const SharedPalette* shared, const WrittenColors& written) {
    std::vector<Rgba8> entries =
        shared ? index_entries(image, *shared)
               : index_entries(image, list, reduced.recipe, reduced.picture->document->slots);
    const std::span<const Swatch> colors = shared ? shared->list : list;
    std::vector<Rgba8> listed = written.listed(colors, entries);
    const bool has_slots = !shared && keeps_slots(reduced.recipe);
    for (std::size_t i = 0; i < std::min(colors.size(), listed.size()); ++i)
        if (colors[i].reserved) listed[i].a = has_slots ? reduced.picture->document->slots[i].a : 255;
    return {std::move(entries), std::move(listed)};
}

}
