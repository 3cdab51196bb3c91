#include "cli/commands.h"

#include "base/progress.h"
#include "base/wording.h"
#include "cli/failure.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "engines/engine_choice.h"
#include "image/load.h"
#include "image/save.h"
#include "reduction/remap.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace huedrift {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* bench_examples = R"(Examples:
  huedrift-cli bench photo.png --radius 0.02 --transfer linear
  huedrift-cli bench *.png --radius 0.005 0.02 0.08 0.3 --runs 9 --json
  huedrift-cli bench photo.png --engine cpu --device nvidia llvmpipe)";

struct BenchRequest {
    std::vector<Location> inputs;
    std::vector<std::string> engines, devices;
    std::vector<double> radii{Options{}.radius};
    int runs = 5;
    Recipe recipe;
    EngineChoice resources; // only its threads and memory
    bool json = false;
};

/// The named engines and devices without repetitions; the GPUs and the CPU if none is named.
std::vector<const EngineEntry*> entries_to_measure(std::span<const EngineEntry> all,
                                                   const BenchRequest& request) {
    std::vector<const EngineEntry*> entries;
    const auto add = [&](const EngineEntry& entry) {
        if (std::ranges::find(entries, &entry) == entries.end()) entries.push_back(&entry);
    };
    for (const std::string& name : request.engines) add(choose_entry(all, {.engine = name}));
    for (const std::string& name : request.devices) add(choose_entry(all, {.device = name}));
    if (!entries.empty()) return entries;
    for (const EngineEntry& entry : all)
        if (entry.usable() && (entry.is_gpu || entry.engine == "cpu")) add(entry);
    return entries;
}

class Bench {
public:
    Bench(const BenchRequest& request, const Location& input)
        : request_(request), input_(input), image_(read_picture(input)),
          colors_(image_, request.recipe.source.transfer) {}

    Json measure(std::span<const EngineEntry* const> entries) {
        Json engines = Json::array();
        for (const EngineEntry* const entry : entries) engines.push_back(measure(*entry));
        return {{"input", input_.word()},
                {"width", image_.width()},
                {"height", image_.height()},
                {"source_colors", colors_.size()},
                {"stages", json_of(picture_stages())},
                {"engines", engines}};
    }

private:
    Reduction reduce(Engine& engine, const ColorSet& colors, const Options& options) {
        Progress progress;
        const CancelOnSignal cancel_on_signal(progress);
        return engine.reduce(colors, options, progress);
    }

    /// Uses two engines in turn, because measuring stages slows an engine down.
    Json measure(const EngineEntry& entry) {
        EngineSettings settings = request_.resources.settings;
        Json radii = Json::array();
        {
            const std::unique_ptr<Engine> engine = entry.make(settings);
            for (const double radius : request_.radii) radii.push_back(measure(*engine, radius));
        }
        settings.time_stages = true;
        const std::unique_ptr<Engine> engine = entry.make(settings);
        StageTimes warm;
        for (Json& at : radii) at["stages"] = json_of(stages(*engine, at["radius"], warm));
        return {{"engine", entry.engine},
                {"device", entry.device},
                {"once", json_of(stages_once(*engine, warm))},
                {"radii", radii}};
    }
    /// The median of whole reductions of an analysed image, for which the engine has built its data
    /// structures.
    Json measure(Engine& engine, double radius) {
        const Options options = options_at(radius);
        reduction_ = reduce(engine, colors_, options);
        std::vector<double> seconds;
        for (int run = 0; run < request_.runs; ++run)
            reduction_ = timed(seconds.emplace_back(), [&] { return reduce(engine, colors_, options); });
        return {{"radius", radius},
                {"mean_shift", median(seconds)},
                {"output_colors", distinct_colors(reduction_).size()},
                {"evaluations", reduction_.statistics.evaluations},
                {"rounds", reduction_.statistics.rounds}};
    }
    /// Times the stages of warm runs; `warm` learns their names.
    std::vector<StageTime> stages(Engine& engine, double radius, StageTimes& warm) {
        const Options options = options_at(radius);
        reduce(engine, colors_, options);
        StageTimes stages;
        for (int run = 0; run < request_.runs; ++run) {
            const Reduction reduction = reduce(engine, colors_, options);
            stages.add(reduction.statistics.stages);
            warm.add(reduction.statistics.stages);
        }
        return stages.medians();
    }

    /// Measures stages that run once per image: needs a new image each time, and one step is enough.
    std::vector<StageTime> stages_once(Engine& engine, const StageTimes& warm) {
        Options one_step = request_.recipe.options();
        one_step.max_iterations = 1;
        StageTimes once;
        for (int run = 0; run < request_.runs; ++run) {
            const ColorSet fresh(image_, request_.recipe.source.transfer);
            for (const StageTime& stage : reduce(engine, fresh, one_step).statistics.stages)
                if (!warm.has(stage.stage)) once.add(stage.stage, stage.seconds);
        }
        return once.medians();
    }

    Options options_at(double radius) const {
        Options options = request_.recipe.options();
        options.radius = radius;
        return options;
    }

    /// The stages of a picture outside engines, with the last reduction.
    std::vector<StageTime> picture_stages() {
        StageTimes times;
        const auto stage = [&](const char* name, const auto& work) {
            double seconds = 0;
            auto result = timed(seconds, work);
            times.add(name, seconds);
            return result;
        };
        for (int run = 0; run < request_.runs; ++run) {
            Image image = stage("load", [&] { return load_image_file(input_).image; });
            const ColorSet colors =
                stage("analysis", [&] { return ColorSet(image, request_.recipe.source.transfer); });
            const Image output = stage("remap", [&] { return remap(std::move(image), colors, reduction_); });
            stage("encode", [&] { return encode_image(output, ImageFormat::png); });
        }
        return times.medians();
    }

    const BenchRequest& request_;
    Location input_;
    Image image_;
    ColorSet colors_;
    Reduction reduction_;
};

/// One indented line: a name and its time in a column.
std::string row(int indent, const std::string& name, double seconds) {
    std::ostringstream line;
    line << std::string(std::size_t(indent), ' ') << std::left << std::setw(28 - indent) << name << std::right
         << std::setw(12) << duration_text(seconds);
    return line.str();
}

std::string text_of(const Json& bench) {
    std::string text = bench["input"].get<std::string>() + ": " + bench["width"].dump() + " x " +
                       bench["height"].dump() + ", " + bench["source_colors"].dump() + " colours\n";
    for (const Json& stage : bench["stages"]) text += row(2, stage["stage"], stage["seconds"]) + "\n";
    for (const Json& engine : bench["engines"]) {
        text +=
            "  " + engine["engine"].get<std::string>() + " (" + engine["device"].get<std::string>() + ")\n";
        for (const Json& stage : engine["once"])
            text += row(4, stage["stage"].get<std::string>() + ", once", stage["seconds"]) + "\n";
        for (const Json& at : engine["radii"])
            text += row(4, "mean shift, r " + shortest(at["radius"]), at["mean_shift"]) + "  " +
                    at["output_colors"].dump() + " colours, " + at["evaluations"].dump() +
                    " evaluations in " + at["rounds"].dump() + " rounds\n";
    }
    return text;
}

int bench_all(const BenchRequest& request) {
    for (const double radius : request.radii) squared_radius(radius);
    const auto threads = limit_threads(request.resources);
    const std::vector<EngineEntry> all = engine_entries();
    const std::vector<const EngineEntry*> entries = entries_to_measure(all, request);
    Json images = Json::array();
    Batch batch;
    for (const Location& input : request.inputs) {
        if (!batch.goes_on()) break;
        batch.run(input.word(), [&] {
            images.push_back(Bench(request, input).measure(entries));
            if (!request.json) print(text_of(images.back()));
        });
    }
    if (request.json) {
        print_report("bench", {{"runs", request.runs},
                               {"weighting", name_of(request.recipe.shift.weighting)},
                               {"transfer", name_of(request.recipe.source.transfer)},
                               {"images", images},
                               {"peak_memory", peak_memory()}});
    } else if (!images.empty()) {
        print("Medians of " + std::to_string(request.runs) + " warm runs; at most " +
              bytes_text(peak_memory()) + " of memory\n");
    }
    return batch.exit_code();
}

}

Command add_bench(CLI::App& program) {
    Arguments arguments(program, "bench", "Measure every stage of each engine", bench_examples);
    const auto request = std::make_shared<BenchRequest>();
    arguments.add("IN", request->inputs, formats_read("or") + " files");
    arguments.add("-r,--radius R...", request->radii, "One or more bandwidths (0.05)", reduction_group);
    add_settings(arguments, request->recipe,
                 {"weighting", "transfer", "merge", "assign", "refine", "max-iterations"});
    arguments
        .add("--runs N", request->runs, "Number of runs for each median, after a warm-up run (5)",
             output_group)
        .range(1, 1000);
    arguments.flag("--json", request->json, "Report as JSON", output_group);
    arguments
        .add("--engine " + alternatives(engine_names()) + "...", request->engines,
             "Engines to measure (every GPU, and the CPU)", engine_group)
        .one_of(engine_names());
    arguments.add("--device N|NAME...", request->devices,
                  "Devices to measure, by number or part of their name", engine_group);
    add_resources(arguments, request->resources);
    return {arguments.app(), [request] { return bench_all(*request); }};
}

}
