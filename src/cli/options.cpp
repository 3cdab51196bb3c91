#include "cli/options.h"

#include "base/decimal.h"
#include "engines/engine_choice.h"

namespace huedrift {
namespace {

const char* group_of(const RecipeRow& row) { return row.is_of_files ? output_group : reduction_group; }

std::string names_of(const RecipeRow& row) {
    return row.option() + (row.other_name ? "," + std::string(row.other_name) : "");
}

std::string range_of(const RecipeRow& row) {
    if (row.range.high == 0) return {};
    if (row.syntax) return " (" + std::string(row.syntax) + ")";
    return " (" + shortest(row.range.low) + " to " + shortest(row.range.high) + ")";
}

/// Adds the option of a setting; `take` reads its text, which is empty for a flag.
void add_option(Arguments& arguments, const RecipeRow& row, std::function<bool(const std::string&)> take) {
    const std::string names = names_of(row), help = row.option_help();
    const auto add = [&] {
        switch (row.kind) {
        case RecipeKind::flag:
            return arguments.flag(
                names, [take] { take({}); }, help);
        case RecipeKind::name:
            return arguments.choice(names, row.names(), take, help);
        case RecipeKind::list:
            return arguments.repeated(names, take, help).text(row.value);
        case RecipeKind::number:
        case RecipeKind::text:
            break;
        }
        return arguments.parsed(names, take, help, range_of(row)).text(row.value);
    };
    add().group(group_of(row));
}

}

void add_settings(Arguments& arguments, GivenSettings& given, std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
        const RecipeRow& row = recipe_row(word);
        add_option(arguments, row, [&given, &row](const std::string& text) {
            Recipe any;
            if (!row.read(any, text)) return false;
            given.emplace_back(&row, text);
            return true;
        });
    }
}

void add_settings(Arguments& arguments, Recipe& recipe, std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
        const RecipeRow& row = recipe_row(word);
        add_option(arguments, row,
                   [&recipe, &row](const std::string& text) { return row.read(recipe, text); });
    }
}

void add_setting(Arguments& arguments, std::string_view word, std::string& value) {
    const RecipeRow& row = recipe_row(word);
    arguments.add(names_of(row), value, row.option_help()).text(row.value).group(group_of(row));
}

void add_allow_large(Arguments& arguments, LoadLimits& limits) {
    const LoadLimits usual;
    arguments.flag(
        "--allow-large", [&limits] { limits = LoadLimits::widest(); },
        "Also read pictures of more than " + std::to_string(usual.max_pixels / 1'000'000) +
            " megapixels or " + std::to_string(usual.max_side) + " pixels per side, as far as memory allows");
}

void add_engine(Arguments& arguments, EngineChoice& choice) {
    arguments.add("--engine", choice.engine, engine_help)
        .one_of(engine_names())
        .text(alternatives(engine_names()))
        .group(engine_group);
}

void add_device(Arguments& arguments, EngineChoice& choice) {
    arguments.add("--device", choice.device, device_help).text("N|NAME").group(engine_group);
}

void add_devices(Arguments& arguments, std::vector<std::string>& devices) {
    const auto take = [&devices](const std::string& word) {
        devices.push_back(word);
        return !word.empty();
    };
    arguments
        .repeated("--device", take,
                  std::string(device_help) + ", or all for every GPU; may be repeated: each picture is "
                                             "assigned to the next idle device")
        .text("N|NAME|all")
        .group(engine_group);
}

void add_jobs(Arguments& arguments, std::optional<int>& jobs) {
    arguments
        .add("--jobs", jobs,
             "Process N pictures at the same time (one per thread, if there are 2 GiB of memory for each)")
        .range(1, 1024)
        .text("N")
        .group(engine_group);
}

void add_resources(Arguments& arguments, EngineChoice& choice) {
    arguments.add("--threads", choice.threads, threads_help)
        .range(1, max_threads)
        .text("N")
        .group(engine_group);
    arguments.add("--memory-limit", choice.settings.memory_limit, memory_limit_help)
        .size()
        .text("SIZE")
        .group(engine_group);
    if (!reloads_shaders()) return;
    arguments
        .add("--shader-dir", choice.settings.shader_folder,
             "Compile vulkan's shaders from DIR, the shaders/ of a checkout, instead of using the built-in "
             "ones")
        .folder()
        .text("DIR")
        .group(engine_group);
}

}
