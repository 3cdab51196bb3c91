#include "cli/options.h"

#include "engines/engine_list.h"
#include "image/smooth.h"

namespace huedrift {
namespace {

/// An option whose values are the names of an enumeration.
template <class Enum>
void add_names(CLI::App& app, const std::string& option, Enum& value, std::initializer_list<Enum> all,
               const std::string& description) {
    std::map<std::string, Enum> by_name;
    std::vector<std::string> names;
    for (const Enum one : all) {
        names.emplace_back(name_of(one));
        by_name[names.back()] = one;
    }
    app.add_option_function<std::string>(
           option, [&value, by_name](const std::string& name) { value = by_name.at(name); }, description)
        ->check(CLI::IsMember(names))
        ->option_text(CLI::detail::join(names, "|"))
        ->group(reduction_group);
}

}

CLI::Option* add_radius(CLI::App& app, double& radius) {
    return app
        .add_option("-r,--radius", radius,
                    "Bandwidth in Oklab, above 0 and up to sqrt 3: colours within it are drawn together "
                    "(0.05)")
        ->option_text("R")
        ->group(reduction_group);
}

void add_weighting(CLI::App& app, Weighting& weighting) {
    add_names(app, "--weighting", weighting, {Weighting::palette, Weighting::frequency},
              "Every distinct colour counts once, or as often as it occurs (palette)");
}

void add_transfer(CLI::App& app, Transfer& transfer) {
    add_names(app, "--transfer", transfer, {Transfer::srgb, Transfer::linear},
              "How channel values are decoded before Oklab; linear feeds them in as they are, as the "
              "published program does (srgb)");
}

void add_max_iterations(CLI::App& app, std::optional<std::uint32_t>& limit) {
    app.add_option("--max-iterations", limit, "Stop each colour after T steps (until nothing changes)")
        ->option_text("T")
        ->group(reduction_group);
}

void add_smooth(CLI::App& app, int& radius) {
    app.add_option("--smooth", radius,
                   "First blur the picture with a radius of PX pixels, 1 to " +
                       std::to_string(largest_smooth_radius) +
                       ", so that noise and dithering are no colours of their own (off)")
        ->check(CLI::Range(0, largest_smooth_radius))
        ->option_text("PX")
        ->group(reduction_group);
}

void add_allow_large(CLI::App& app, LoadLimits& limits) {
    const LoadLimits usual;
    app.add_flag_callback(
        "--allow-large", [&limits] { limits = LoadLimits::widest(); },
        "Read pictures of more than " + std::to_string(usual.max_pixels / 1'000'000) + " megapixels or " +
            std::to_string(usual.max_side) + " pixels a side, too, as far as the memory goes");
}

void add_engine(CLI::App& app, EngineChoice& choice) {
    app.add_option("--engine", choice.engine, "The result is the same on each (auto: a GPU, else the CPU)")
        ->check(CLI::IsMember(engine_names()))
        ->option_text(CLI::detail::join(engine_names(), "|"))
        ->group(engine_group);
    app.add_option("--device", choice.device, "A number or part of a name that `devices` lists")
        ->option_text("N|NAME")
        ->group(engine_group);
}

void add_resources(CLI::App& app, EngineChoice& choice) {
    app.add_option("--threads", choice.threads, "Threads of the CPU to use (all)")
        ->check(CLI::Range(1, 1024))
        ->option_text("N")
        ->group(engine_group);
    app.add_option("--memory-limit", choice.settings.memory_limit,
                   "Memory for states already visited, or with vulkan for all on the device, e.g. 512M; less "
                   "is slower, the result is the same (a quarter of the machine's, half of the device's)")
        ->transform(CLI::AsSizeValue(false))
        ->option_text("SIZE")
        ->group(engine_group);
    if (!reloads_shaders()) return;
    app.add_option("--shader-dir", choice.settings.shader_folder,
                   "Read vulkan's shaders from DIR, the shaders/ of a checkout, and compile them anew")
        ->check(CLI::ExistingDirectory)
        ->option_text("DIR")
        ->group(engine_group);
}

}
