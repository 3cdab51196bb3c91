#include "cli/options.h"

#include "engines/engine_list.h"
#include "image/smooth.h"
#include "pipeline/color_lists.h"

#include <algorithm>
#include <charconv>

namespace huedrift {

Argument add_radius(Arguments& arguments, double& radius) {
    return arguments
        .add("-r,--radius", radius,
             "Bandwidth in Oklab, above 0 and up to sqrt 3: colours within it are drawn together (0.05)")
        .text("R")
        .group(reduction_group);
}

void add_weighting(Arguments& arguments, Weighting& weighting) {
    add_names(arguments, "--weighting", weighting,
              "Every distinct colour counts once, or as often as it occurs (frequency)");
}

void add_transfer(Arguments& arguments, Transfer& transfer) {
    add_names(arguments, "--transfer", transfer,
              "How channel values are decoded before Oklab; linear takes them as they are, like the "
              "published program does (srgb)");
}

void add_merging(Arguments& arguments, std::optional<double>& merge, Assign& assign) {
    const auto take = [&merge](const std::string& word) {
        double distance = 0;
        const char* const end = word.data() + word.size();
        const bool number = std::from_chars(word.data(), end, distance) == std::from_chars_result{end, {}};
        if (word != "auto" && word != "off" && !number) return false;
        merge = word == "auto" ? std::nullopt : std::optional(distance);
        return true;
    };
    arguments
        .parsed("--merge", take,
                "Let modes within DIST of a higher one join it; auto is the radius, or off with an iteration "
                "limit (auto)")
        .text("auto|DIST|off")
        .group(reduction_group);
    add_names(arguments, "--assign", assign,
              "Each colour becomes the result that it drifts to, or the nearest one (basin)");
}

void add_refine(Arguments& arguments, Refine& refine) {
    add_names(
        arguments, "--refine", refine,
        "Follow cells of colours, and single colours only between basins; off follows every colour (on)");
}

void add_min_share(Arguments& arguments, double& per_cent) {
    const auto take = [&per_cent](const std::string& word) {
        const char* const end = word.data() + word.size();
        const bool number = std::from_chars(word.data(), end, per_cent) == std::from_chars_result{end, {}};
        return number && per_cent >= 0 && per_cent <= 100;
    };
    arguments
        .parsed("--min-share", take,
                "Let colours of the palette with fewer than X per cent of the pixels join the nearest that "
                "has more (0)")
        .text("X")
        .group(reduction_group);
}

void add_pins(Arguments& arguments, std::vector<Pin>& pins) {
    add_lists(arguments, "--pin", pins, pins_in,
              "Keep the colour HEX: those within DIST of it become it before the mean shift; 0 is just that "
              "colour (the radius); may be repeated")
        .text("HEX[@DIST]");
}

void add_max_iterations(Arguments& arguments, std::optional<std::uint32_t>& limit) {
    arguments.add("--max-iterations", limit, "Stop each colour after T steps (until nothing changes)")
        .text("T")
        .group(reduction_group);
}

void add_profile(Arguments& arguments, ProfileUse& use) {
    add_names(arguments, "--profile", use,
              "Convert colours to sRGB by the colour profile in the picture, keep them and their profile, or "
              "take them as they are (convert)");
}

void add_alpha(Arguments& arguments, AlphaMode& alpha) {
    const auto take = [&alpha](const std::string& word) {
        const auto read = alpha_in(word);
        alpha = read.value_or(alpha);
        return read.has_value();
    };
    arguments
        .parsed(
            "--alpha", take,
            "First make pixels opaque from an alpha of T (1 to 255) on and the others transparent, or lay "
            "the picture over the colour HEX (keep)")
        .text("keep|threshold:T|matte:HEX")
        .group(reduction_group);
}

void add_smooth(Arguments& arguments, int& radius) {
    arguments
        .add("--smooth", radius,
             "First blur the picture with a radius of PX pixels, 1 to " +
                 std::to_string(largest_smooth_radius) +
                 ", so that noise and dithering do not count as colours (off)")
        .range(0, largest_smooth_radius)
        .text("PX")
        .group(reduction_group);
}

void add_allow_large(Arguments& arguments, LoadLimits& limits) {
    const LoadLimits usual;
    arguments.flag(
        "--allow-large", [&limits] { limits = LoadLimits::widest(); },
        "Read pictures of more than " + std::to_string(usual.max_pixels / 1'000'000) + " megapixels or " +
            std::to_string(usual.max_side) + " pixels a side, too, as far as memory allows");
}

void add_engine(Arguments& arguments, EngineChoice& choice) {
    arguments.add("--engine", choice.engine, "The result is the same on each (auto: a GPU, else the CPU)")
        .one_of(engine_names())
        .text(alternatives(engine_names()))
        .group(engine_group);
}

void add_device(Arguments& arguments, EngineChoice& choice) {
    arguments.add("--device", choice.device, "A number or part of a name that `devices` lists")
        .text("N|NAME")
        .group(engine_group);
}

void add_devices(Arguments& arguments, std::vector<std::string>& devices) {
    const auto take = [&devices](const std::string& word) {
        devices.push_back(word);
        return !word.empty();
    };
    arguments
        .repeated(
            "--device", take,
            "A number or part of a name that `devices` lists, or all for every GPU; may be repeated: of "
            "several pictures, each goes to the next device that is idle")
        .text("N|NAME|all")
        .group(engine_group);
}

void add_jobs(Arguments& arguments, std::optional<int>& jobs) {
    arguments
        .add("--jobs", jobs,
             "Work on N pictures at the same time (as many as there are threads, and 2 GiB of memory each)")
        .range(1, 1024)
        .text("N")
        .group(engine_group);
}

void add_resources(Arguments& arguments, EngineChoice& choice) {
    arguments.add("--threads", choice.threads, "Threads of the CPU to use (all)")
        .range(1, 1024)
        .text("N")
        .group(engine_group);
    arguments
        .add("--memory-limit", choice.settings.memory_limit,
             "Memory for visited states, or with vulkan for everything on the device, e.g. 512M; less "
             "is slower, the result is the same (512M, half of the device's)")
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
