#include "session/queue_export.h"

#include "base/error.h"
#include "image/save.h"
#include "pipeline/linked_pictures.h"
#include "pipeline/output.h"
#include "pipeline/part_files.h"
#include "pipeline/pipeline.h"
#include "pipeline/shared_palette.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

void check_distinct(const QueueExport& request) {
    std::map<fs::path, Location> file_of;
    for (const Location& file : request.files) {
        const fs::path target = target_of(request, file, request.wanted.recipe.weighting);
        const auto [earlier, is_new] = file_of.emplace(target, file);
        if (!is_new)
            throw Error(ErrorKind::usage, earlier->second.name() + " and " + file.name() +
                                              " would both become " + target.string());
    }
}

/// Of linked pictures, by weightings.
using SharedPalettes = std::map<Weighting, SharedPalette>;

SharedPalettes find_shared(const QueueExport& request, Engine& engine, Progress& progress) {
    SharedPalettes shared;
    if (request.linked.empty()) return shared;
    LinkedColors counted = count_linked(request.linked, request.wanted.recipe, progress);
    Pipeline pipeline;
    pipeline.use(engine);
    pipeline.open(
        document_of(std::make_shared<const ColorTable>(std::move(counted.table)), fs::path("all pictures")));
    for (const Weighting weighting : each(request.wanted.weightings))
        shared.emplace(weighting, share(pipeline.reduce(request.wanted.recipe.with(weighting), progress)));
    return shared;
}

/// The files of one result, and how many colours it has.
struct Encoded {
    std::vector<EncodedFile> files;
    std::size_t colors;
};

Encoded encoded(const QueueExport& request, const Location& file, Weighting weighting,
                const SharedPalettes& shared, Pipeline& pipeline, Progress& progress) {
    const auto found = shared.find(weighting);
    const auto reduced = found == shared.end()
                             ? pipeline.reduce(request.wanted.recipe.with(weighting), progress)
                             : pipeline.apply(found->second.found);
    Output output = output_of(*reduced, progress);
    fs::path target = target_of(request, file, weighting);
    const ImageFormat format = image_format_of(target);
    if (found != shared.end() && (request.indexed || format == ImageFormat::gif))
        output.entries = index_entries(output.image, found->second);
    const Document& document = *reduced->picture->document;
    const EncodeOptions options{.indexed = request.indexed,
                                .smallest = request.smallest,
                                .entries = std::move(output.entries),
                                .jpeg_quality = request.quality,
                                .settings = request.settings ? recipe_text(reduced->recipe) : "",
                                .animation = document.animation,
                                .colors = document.colors,
                                .metadata = request.keep_metadata ? document.metadata : Metadata{}};
    std::vector<EncodedFile> files{{target, encode_image(output.image, format, options)}};
    const auto swatches = pipeline.palette(reduced);
    return {std::move(files),
            std::size_t(std::ranges::count_if(*swatches, [](const Swatch& one) { return one.pixels > 0; }))};
}

/// Returns the colours of each result.
std::vector<std::size_t> export_one(const QueueExport& request, const Location& file,
                                    const SharedPalettes& shared, Pipeline& pipeline, Progress& progress) {
    LoadLimits limits;
    if (is_animated(image_format_of("name" + request.extension))) limits.max_frames = LoadLimits::all_frames;
    pipeline.open(file, limits, &progress, request.wanted.recipe.profile);
    std::vector<EncodedFile> results;
    std::vector<std::size_t> colors;
    for (const Weighting weighting : each(request.wanted.weightings)) {
        check_target(target_of(request, file, weighting), request.overwrite);
        Encoded one = encoded(request, file, weighting, shared, pipeline, progress);
        std::ranges::move(one.files, std::back_inserter(results));
        colors.push_back(one.colors);
    }
    for (const EncodedFile& result : results) check_target(result.target.file(), request.overwrite);
    for (const EncodedFile& result : results)
        write_file_atomically(result.target.file(), result.bytes, request.overwrite);
    return colors;
}

}

std::size_t QueueProgress::count(Item::State state) const {
    return static_cast<std::size_t>(std::ranges::count(items, state, &Item::state));
}

const QueueProgress::Item* QueueProgress::find(const Location& file) const {
    const auto found = std::ranges::find(items, file, &Item::file);
    return found == items.end() ? nullptr : &*found;
}

std::string suggested_stem(const Location& picture, const Recipe& recipe) {
    char radius[32];
    std::snprintf(radius, sizeof radius, "-r%.4g", recipe.radius);
    return picture.stem() + radius;
}

fs::path target_of(const QueueExport& request, const Location& file, Weighting weighting) {
    std::string name = suggested_stem(file, request.wanted.recipe);
    if (request.wanted.weightings == Weightings::both) name.append("-").append(name_of(weighting));
    return request.folder / (name + request.extension);
}

std::vector<fs::path> would_overwrite(const QueueExport& request) {
    std::vector<fs::path> there;
    for (const Location& file : request.files)
        for (const Weighting weighting : each(request.wanted.weightings)) {
            std::error_code unknown;
            fs::path target = target_of(request, file, weighting);
            if (fs::exists(target, unknown)) there.push_back(std::move(target));
        }
    return there;
}

void export_queue(const QueueExport& request, Engine& engine, Progress& progress, const QueueReport& report) {
    check_distinct(request);
    make_folder(request.folder);
    const auto count = double(request.files.size());
    using State = QueueProgress::Item::State;
    Progress finding(progress, 0, 0);
    const SharedPalettes shared = find_shared(request, engine, finding);
    Pipeline pipeline;
    pipeline.use(engine);
    for (std::size_t i = 0; i < request.files.size(); ++i) {
        progress.throw_if_cancelled();
        Progress part(progress, double(i) / count, double(i + 1) / count);
        try {
            auto colors = export_one(request, request.files[i], shared, pipeline, part);
            report(i, {request.files[i], State::written, "", std::move(colors)});
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::cancelled) throw;
            report(i, {request.files[i], State::failed, error.what()});
        }
    }
}

}
