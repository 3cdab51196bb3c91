#include "pipeline/written_colors.h"

#include "base/error.h"
#include "base/parallel.h"
#include "pipeline/palette_input.h"

namespace huedrift {

void check_sizes(std::span<const Rgb> written, std::span<const Rgb> given) {
    if (written.size() != given.size())
        throw Error(ErrorKind::usage,
                    "the output palette needs as many colours as the palette that the result "
                    "is mapped to, " +
                        std::to_string(given.size()) + ", but it has " + std::to_string(written.size()));
}

WrittenColors::WrittenColors(const Recipe& recipe, const Document& document) {
    const std::vector<Rgb>& written = recipe.output.palette;
    if (written.empty() || !recipe.palette.maps()) return;
    const std::vector<Rgb> given = given_palette(recipe, document);
    check_sizes(written, given);
    places_ = GivenPlaces(given);
    written_ = written;
}

Rgb WrittenColors::operator()(Rgb color) const {
    const auto place = places_.first(color);
    return place ? written_[*place] : color;
}

Image WrittenColors::painted(const ImageView& image) const {
    Image painted(image.width, image.height);
    parallel_ranges(image.pixels.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
        Rgb last{}, becomes = (*this)(last);
        for (std::size_t i = begin; i < end; ++i) {
            const auto [r, g, b, a] = image.pixels[i];
            if (a == 0) {
                painted.pixels()[i] = image.pixels[i];
                continue;
            }
            if (last != Rgb{r, g, b}) becomes = (*this)(last = {r, g, b});
            painted.pixels()[i] = {becomes.r, becomes.g, becomes.b, a};
        }
    });
    return painted;
}

std::vector<Swatch> WrittenColors::listed(std::span<const Swatch> list) const {
    std::vector<Swatch> listed(list.begin(), list.end());
    const auto places = places_.of(list);
    for (std::size_t i = 0; i < listed.size(); ++i)
        if (places[i]) listed[i].color = written_[*places[i]];
    return listed;
}

std::vector<Rgba8> WrittenColors::listed(std::span<const Swatch> list, std::vector<Rgba8> entries) const {
    if (empty()) return entries;
    const std::vector<Swatch> first = listed(list);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto [r, g, b, a] = entries[i];
        if (a == 0) continue;
        const Rgb color = i < first.size() ? first[i].color : (*this)({r, g, b});
        entries[i] = {color.r, color.g, color.b, a};
    }
    return entries;
}

}
