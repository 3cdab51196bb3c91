#include "pipeline/linked_pictures.h"

#include "base/error.h"
#include "pipeline/pipeline.h"

#include <algorithm>

namespace huedrift {

ColorTable table_of(const Document& document, const Recipe& recipe, const Progress& progress) {
    Pipeline pipeline;
    pipeline.open(document);
    return ColorTable(pipeline.prepare_picture(recipe, progress)->colors);
}

LinkedColors count_linked(std::span<const Location> files, const Recipe& recipe, Progress& progress) {
    LinkedColors counted;
    for (const Location& file : files) {
        progress.throw_if_cancelled();
        try {
            counted.table.add(
                table_of(load_frames(file, &progress, recipe.source.profile), recipe, progress));
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::cancelled) throw;
            counted.failures.emplace_back(error.what());
        }
    }
    return counted;
}

bool contains(const ColorTable& table, const ColorTable& other) {
    return std::ranges::includes(table.colors(), other.colors(), {}, &Rgb::code, &Rgb::code);
}

}
