#include "session/export.h"

#include "base/error.h"
#include "image/save.h"
#include "palette/palette_file.h"
#include "pipeline/output.h"

#include <algorithm>

namespace huedrift {
namespace {

std::filesystem::path named_after(const std::filesystem::path& path, Weighting weighting) {
    std::filesystem::path name = path.stem();
    name += "-";
    name += name_of(weighting);
    name += path.extension();
    return path.parent_path() / name;
}

const Result& result_of(Weighting weighting, const std::vector<std::shared_ptr<const Result>>& results) {
    for (const auto& result : results)
        if (result && result->exact && result->recipe.weighting == weighting) return *result;
    throw Error(ErrorKind::failed, "there is no exact result to export yet");
}

std::vector<std::byte> encoded_picture(const Result& result, const ExportTarget& target,
                                       const ExportRequest& request) {
    const std::string settings = request.settings ? recipe_text(result.recipe) : std::string();
    const Output output = output_of(result);
    return encode_image(output.image, image_format_of(target.path),
                        {.indexed = request.indexed, .entries = output.entries, .settings = settings});
}

std::vector<std::byte> encoded_palette(const Result& result, const ExportTarget& target) {
    return encode_palette(output_of(result).palette, palette_format_of(target.path),
                          result.picture->document->path.filename().string());
}

}

std::vector<ExportTarget> export_targets(const ExportRequest& request) {
    std::vector<ExportTarget> targets;
    for (const Weighting weighting : each(request.weightings)) {
        const auto add = [&](const std::filesystem::path& path, bool is_palette) {
            if (path.empty()) return;
            const bool alone = request.weightings != Weightings::both;
            targets.push_back({weighting, is_palette, alone ? path : named_after(path, weighting)});
        };
        add(request.picture, false);
        add(request.palette, true);
    }
    return targets;
}

std::vector<std::filesystem::path> would_overwrite(const ExportRequest& request) {
    std::vector<std::filesystem::path> there;
    for (const ExportTarget& target : export_targets(request)) {
        std::error_code unknown;
        const auto status = std::filesystem::status(target.path, unknown);
        // A folder cannot be replaced.
        if (std::filesystem::exists(status) && !std::filesystem::is_directory(status))
            there.push_back(target.path);
    }
    return there;
}

std::filesystem::path suggested_target(const Document& document, const Recipe& recipe) {
    char radius[32];
    std::snprintf(radius, sizeof radius, "-r%.4g.png", recipe.radius);
    return document.path.parent_path() / (document.path.stem().string() + radius);
}

std::string write_export(const ExportRequest& request,
                         const std::vector<std::shared_ptr<const Result>>& results, Progress& progress) {
    const std::vector<ExportTarget> targets = export_targets(request);
    // All is encoded before anything is written, so that what cannot be leaves no half of an export.
    std::vector<std::vector<std::byte>> files;
    for (const ExportTarget& target : targets) {
        check_target(target.path, request.overwrite);
        const Result& result = result_of(target.weighting, results);
        files.push_back(target.is_palette ? encoded_palette(result, target)
                                          : encoded_picture(result, target, request));
        progress.throw_if_cancelled();
        progress.report(double(files.size()) / double(targets.size()));
    }
    std::string written;
    for (std::size_t i = 0; i < files.size(); ++i) {
        write_file_atomically(targets[i].path, files[i], request.overwrite);
        written += (i == 0 ? "" : ", ") + targets[i].path.filename().string();
    }
    return "Exported " + written;
}

}
