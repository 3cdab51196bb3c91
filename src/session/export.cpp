#include "session/export.h"

#include "base/error.h"
#include "palette/named_palettes.h"
#include "pipeline/recipe_rows.h"
#include "session/layers.h"
#include "session/queue_export.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

namespace huedrift {
namespace {

/// A folder has no extension, though a radius in its name has a point.
std::filesystem::path named_after(const std::filesystem::path& path, Weighting weighting, bool is_folder) {
    std::filesystem::path name = is_folder ? path.filename() : path.stem();
    name += "-";
    name += name_of(weighting);
    if (!is_folder) name += path.extension();
    return path.parent_path() / name;
}

/// Changes the name of each file and folder of a request.
WriteRequest renamed(WriteRequest request, const auto& new_name) {
    const auto rename = [&](std::filesystem::path& path, bool is_folder) {
        if (!path.empty()) path = new_name(path, is_folder);
    };
    if (request.picture.is_file() && !request.picture.empty())
        request.picture = new_name(request.picture.file(), false);
    rename(request.palette, false);
    for (const PartKind& kind : part_kinds) rename(request.parts.*kind.path, kind.is_folder);
    return request;
}

const std::shared_ptr<const Result>& result_of(Weighting weighting, const Export& input) {
    for (const auto& result : input.results)
        if (result && result->exact && result->recipe.shift.weighting == weighting) return result;
    throw Error(ErrorKind::failed, "there is no final result to export yet");
}

/// A result with the recipe of its files.
std::shared_ptr<const Reduced> for_files(const std::shared_ptr<const Result>& result,
                                         const WriteRequest& request) {
    const Picture& picture = *result->picture;
    Recipe recipe = recipe_of_files(result->recipe, request, *picture.document->image, picture.shares_colors);
    if (recipe == result->recipe) return result;
    auto reduced = std::make_shared<Reduced>(*result);
    reduced->recipe = std::move(recipe);
    if (reduced->recipe.palette.colors || !result->recipe.palette.colors) return reduced;
    // The colours are found with their alphas.
    reduced->palette = std::make_shared<const Palette>(own_palette(picture.colors, {}));
    reduced->edited.clear();
    return reduced;
}

ResultWriter encode(const Export& input, Progress& progress) {
    const ExportRequest& request = input.request;
    Pipeline pipeline; // keeps the stages that the files of a result share
    ResultWriter writer;
    const std::vector<Weighting> weightings = each(request.weightings);
    for (std::size_t i = 0; i < weightings.size(); ++i) {
        const WriteRequest one = write_request(request, weightings[i]);
        const auto& result = result_of(weightings[i], input);
        writer.encode(one, for_files(result, one), nullptr, pipeline, progress);
        progress.throw_if_cancelled();
        progress.report(double(i + 1) / double(weightings.size()));
    }
    return writer;
}

std::string names(std::span<const WriteTarget> targets) {
    std::string list;
    for (const WriteTarget& target : targets)
        list += (list.empty() ? "" : ", ") + target.path.filename().string();
    return list;
}

}

ConfirmedFiles find_replaced(std::span<const WriteTarget> targets, std::span<const Location> pictures) {
    std::vector<std::filesystem::path> sources;
    for (const Location& picture : pictures)
        if (picture.is_file()) sources.push_back(picture.file());
    ReplacedFiles replaced{.files = would_overwrite(targets)};
    if (!replaced.files.empty()) replaced.sources = files_among(replaced.files, sources);
    return std::make_shared<const ReplacedFiles>(std::move(replaced));
}

Overwrite confirmed(Overwrite overwrite, const ConfirmedFiles& files, std::span<const WriteTarget> targets) {
    if (overwrite == Overwrite::no || !files) return overwrite;
    const std::vector<std::filesystem::path> there = would_overwrite(targets);
    for (const std::filesystem::path& file : there)
        if (std::ranges::find(files->files, file) == files->files.end())
            throw Error(ErrorKind::output, file.string() + " exists, too, and was not to be replaced");
    return there.empty() ? Overwrite::no : Overwrite::yes;
}

WriteRequest placed(WriteRequest endings, const std::filesystem::path& base) {
    return renamed(std::move(endings), [&](const std::filesystem::path& ending, bool) {
        std::filesystem::path path = base;
        return path += ending;
    });
}

WriteRequest write_request(const ExportRequest& request, Weighting weighting) {
    WriteRequest one = request.write;
    one.parts.colors = request.part_colors[static_cast<std::size_t>(weighting)];
    if (request.weightings != Weightings::both) return one;
    return renamed(std::move(one), [&](const std::filesystem::path& path, bool is_folder) {
        return named_after(path, weighting, is_folder);
    });
}

Recipe recipe_of_files(Recipe recipe, const WriteRequest& request, const ImageView& source, bool is_shared) {
    if (numbers_colors(request)) recipe = with_shown_order(std::move(recipe));
    const bool has_areas = request.parts.any();
    if (has_areas) recipe = for_areas(std::move(recipe));
    if (!has_soft_palette(request) || is_shared) return recipe;
    return for_indexed(recipe, alpha_kinds(source), has_areas);
}

std::vector<WriteTarget> export_targets(const ExportRequest& request) {
    std::vector<WriteTarget> targets;
    for (const Weighting weighting : each(request.weightings))
        std::ranges::move(targets_of(write_request(request, weighting)), std::back_inserter(targets));
    return targets;
}

std::filesystem::path suggested_target(const Document& document, const Recipe& recipe,
                                       const std::string& palette_name) {
    const bool is_gif = document.path.file().extension() == ".gif";
    const char* const extension = frames_of(document) == 1 ? ".png" : is_gif ? ".gif" : ".apng";
    return document.path.parent_path() / (suggested_stem(document.path, recipe, palette_name) + extension);
}

ExportRequest only_pictures(const ExportRequest& request) {
    // Whether colours are numbered decides on the recipe that is stored, and areas on the pixels.
    const bool is_numbered = numbers_colors(write_request(request, Weighting::frequency));
    ExportRequest only{.write = request.write, .weightings = request.weightings};
    only.write.picture = std::filesystem::path("picture" + request.write.picture.file().extension().string());
    only.write.palette = is_numbered ? "palette.gpl" : "";
    only.write.parts = {.areas = request.write.parts.any() ? "areas.csv" : ""};
    only.write.smallest = false;
    only.write.overwrite = Overwrite::no;
    return only;
}

std::uintmax_t export_bytes(const Export& input, const Progress& progress) {
    Progress silent(progress, 0, 0);
    const std::vector<WriteTarget> targets = export_targets(input.request);
    const ResultWriter writer = encode(input, silent);
    std::uintmax_t bytes = 0;
    for (std::size_t i = 0; i < targets.size(); ++i)
        if (targets[i].kind == WriteTarget::Kind::picture) bytes += writer.files()[i].bytes.size();
    return bytes;
}

std::string Exported::message() const {
    std::string message = sentence;
    for (const std::string& note : notes) message += ";\n" + note;
    return message;
}

Exported write_export(const Export& input, Progress& progress) {
    const ExportRequest& request = input.request;
    const std::vector<WriteTarget> targets = export_targets(request);
    const auto overwrite = [&] { return confirmed(request.write.overwrite, request.replaced, targets); };
    check_targets(targets, overwrite());
    const ResultWriter writer = encode(input, progress);
    const std::vector<std::string> cut = writer.write(overwrite()); // a file may have appeared
    Exported exported{.sentence = request.write.picture.is_clipboard() ? "Copied the result"
                                                                       : "Exported " + names(targets),
                      .notes = writer.kept()};
    std::ranges::copy(cut, std::back_inserter(exported.notes));
    for (const WriteTarget& target : targets) {
        const auto file = std::ranges::find(writer.files(), target.path, &EncodedFile::target);
        exported.bytes.push_back(file == writer.files().end() ? 0 : file->bytes.size());
    }
    return exported;
}

namespace {

/// Quotes a location such that no program takes it for an option.
std::string word_of(const Location& location) {
    const std::string word = location.word();
    return shell_quoted(location.is_file() && word.starts_with('-') ? "./" + word : word);
}

std::string option_of(const WriteTarget& target) {
    if (target.part) return "--" + std::string(target.part->name);
    return target.kind == WriteTarget::Kind::palette ? "--palette" : "-o";
}

/// Without settings that have no effect, as huedrift-cli refuses them.
Recipe in_force(Recipe recipe, const WriteRequest& request) {
    PaletteRecipe& palette = recipe.palette;
    const Recipe usual;
    for (const RecipeRow& row : recipe_rows()) {
        const RecipeRow* const needed = row.needs ? &recipe_row(row.needs) : nullptr;
        if (needed && needed->get(recipe) == needed->get(usual)) row.take_change(recipe, recipe, usual);
    }
    if (palette.strict) palette.set_colors({});
    if (!palette.chooses_colors()) palette.set_colors(palette.colors);
    if (!palette.maps() && recipe.output.order == SwatchOrder::given) recipe.output.order.reset();
    const bool is_indexed = has_palette(request, recipe);
    const unsigned bits =
        written_format(format_named(request.picture.file()).value_or(ImageFormat::png)).index_bits;
    if (!is_indexed || (bits & recipe.output.bits.value_or(0)) == 0) recipe.output.bits.reset();
    if (!is_indexed) recipe.output.pad.reset();
    return recipe;
}

std::string line_of(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
    return line;
}

/// The command that writes the colours of these pictures to standard output, counted with the recipe.
std::string count_command(std::span<const Location> pictures, const Recipe& recipe) {
    std::vector<std::string> words{"huedrift-cli", "count"};
    for (const Location& picture : pictures) words.push_back(word_of(picture));
    for (const char* const word : {"profile", "alpha", "smooth"}) {
        const RecipeRow& row = recipe_row(word);
        if (row.get(recipe) == row.get(Recipe{})) continue;
        words.push_back(row.option());
        words.push_back(value_text(row.get(recipe)));
    }
    words.insert(words.end(), {"-o", "-"});
    return line_of(words);
}

std::string command(const Document& document, Recipe recipe, Weighting weighting, const WriteRequest& request,
                    const MaskFiles& masks, std::span<const Location> linked) {
    std::vector<std::string> words{"huedrift-cli", "reduce", word_of(document.path)};
    const auto flag = [&](const std::string& name) { words.push_back("--" + name); };
    for (const WriteTarget& target : targets_of(request)) {
        words.push_back(option_of(target));
        words.push_back(word_of(target.path));
    }
    if (!linked.empty()) words.insert(words.end(), {"--counts", "-"});
    // The text of a recipe has hashes, the command line takes the files.
    for (const auto& [word, mask] : {std::pair("importance", &recipe.source.importance),
                                     std::pair("dither-mask", &recipe.labels.dither_mask)}) {
        const auto file = *mask ? masks.find((*mask)->hash) : masks.end();
        if (file == masks.end()) continue;
        flag(word);
        words.push_back(word_of(Location(file->second)));
        mask->reset();
    }
    const ImageView source = document.image ? ImageView(*document.image) : ImageView{};
    const Recipe of_files = recipe_of_files(recipe, request, source, !linked.empty());
    Recipe shown = in_force(of_files, request).with(weighting);
    if (const NamedPalette* const named = palette_by_colors(shown.palette.to)) {
        flag("to");
        words.emplace_back(named->name);
        shown.palette.to.clear();
    }
    words.push_back(recipe_text(shown));
    const SvgOptions& svg = request.parts.svg_options;
    if (!request.parts.svg.empty() && svg.stacked) flag("svg-stack");
    if (!request.parts.svg.empty() && svg.numbered) flag("svg-numbers");
    if (request.parts.any() && !request.parts.colors.empty()) {
        flag("part");
        words.push_back(word_of(request.parts.colors));
    }
    if (request.indexed) flag("indexed");
    if (request.truecolor) flag("truecolor");
    if (request.smallest) flag("smallest");
    if (request.settings) flag("settings");
    if (request.keep_metadata) flag("keep-metadata");
    if (request.keep_smaller) flag("keep-smaller");
    if (request.keep_times) flag("keep-times");
    if (is_jpeg_name(request.picture.file()) && request.quality != EncodeOptions{}.jpeg_quality) {
        flag("quality");
        words.push_back(std::to_string(request.quality));
    }
    if (request.overwrite == Overwrite::yes) flag("force");
    return (linked.empty() ? "" : count_command(linked, recipe) + " | ") + line_of(words) + "\n";
}

}

std::string shell_quoted(const std::string& word) {
    const auto plain = [](unsigned char c) {
        return (c < 0x80 && std::isalnum(c)) ||
               std::string_view("_-+=./:,@").find(char(c)) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, plain)) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string cli_command(const Document& document, const Recipe& recipe, const ExportRequest& request,
                        const MaskFiles& masks, std::span<const Location> linked) {
    ExportRequest complete = request;
    if (complete.write.picture.empty()) complete.write.picture = suggested_target(document, recipe);
    std::string commands;
    for (const Weighting weighting : each(complete.weightings))
        commands += command(document, recipe, weighting, write_request(complete, weighting), masks, linked);
    return commands;
}

}
