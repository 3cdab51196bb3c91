#include "cli/commands.h"

#include "base/error.h"
#include "base/progress.h"
#include "base/wording.h"
#include "cli/failure.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/progress_bar.h"
#include "cli/report.h"
#include "engines/engine_choice.h"
#include "image/picture_formats.h"
#include "reduction/reduction.h"
#include "reduction/remap.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

constexpr const char* verify_examples = R"(Examples:
  huedrift-cli verify photo.png
  huedrift-cli verify *.png -r 0.02 --weighting palette --merge off --reference)";

/// The reference engine's time grows with the square of the colours; this many take about a minute.
constexpr std::size_t reference_limit = 20'000;

struct VerifyRequest {
    std::vector<Location> inputs;
    Recipe recipe;
    EngineChoice engine; // only its threads and memory
    bool reference = false, both = false, json = false;
};

/// The answer of an engine, or the reason for none.
struct Verdict {
    std::string engine, device, skipped;
    std::uint64_t modes = 0, pixels = 0;
    double seconds = 0;
};

/// How many colours and pixels change if every colour is followed.
struct Refinement {
    std::size_t colors = 0;
    std::uint64_t pixels = 0;
};

struct VerifiedPicture {
    Location input;
    std::size_t source_colors = 0;
    std::uint64_t source_pixels = 0;
    std::vector<Verdict> verdicts;
    std::optional<Refinement> refinement{}; ///< only on request, and if an engine has an answer

    /// Whether all engines that ran have the same answer; empty if fewer than two ran.
    std::optional<bool> agree() const {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> answers;
        for (const Verdict& verdict : verdicts)
            if (verdict.skipped.empty()) answers.emplace_back(verdict.modes, verdict.pixels);
        if (answers.size() < 2) return std::nullopt;
        return std::ranges::count(answers, answers.front()) == std::ssize(answers);
    }
};

/// Asks an engine; creates it for its first picture.
void ask(const EngineEntry& entry, std::unique_ptr<Engine>& engine, const VerifyRequest& request,
         const Image& image, const ColorSet& colors, Verdict& verdict) {
    if (entry.engine == "reference" && colors.size() > reference_limit && !request.reference)
        verdict.skipped =
            "more than " + std::to_string(reference_limit) + " colours; --reference runs it anyway";
    if (!verdict.skipped.empty()) return;
    if (!engine) engine = entry.make(request.engine.settings);
    ProgressBar bar(entry.engine, true);
    Progress progress([&](double share) { bar.show(share); });
    const CancelOnSignal cancel_on_signal(progress);
    const Reduction reduction =
        timed(verdict.seconds, [&] { return engine->reduce(colors, request.recipe.options(), progress); });
    verdict.modes = fingerprint(reduction);
    verdict.pixels = fingerprint(remap(image, colors, reduction));
}

Refinement compare(const ColorSet& colors, const Reduction& refined, const Reduction& every) {
    Refinement differing;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        if (refined.entries[refined.entry_of[i]].color == every.entries[every.entry_of[i]].color) continue;
        ++differing.colors;
        differing.pixels += colors.counts()[i];
    }
    return differing;
}

class Verifier {
public:
    explicit Verifier(const VerifyRequest& request) : request_(request) {}

    /// Compares the other engines even if one fails.
    VerifiedPicture verify(const Location& input, Batch& batch) {
        const Image image = read_picture(input);
        const ColorSet colors(image, request_.recipe.source.transfer);
        VerifiedPicture picture{input, colors.size(), colors.pixels(), {}};
        for (std::size_t i = 0; i < entries_.size() && batch.goes_on(); ++i) {
            const EngineEntry& entry = entries_[i];
            Verdict verdict{.engine = entry.engine, .device = entry.device, .skipped = entry.reason};
            const std::optional<Failure> failure =
                batch.run(input.name(), [&] { ask(entry, engines_[i], request_, image, colors, verdict); });
            if (failure) verdict.skipped = failure->sentence;
            picture.verdicts.push_back(std::move(verdict));
        }
        const auto answer = std::ranges::find_if(picture.verdicts, &std::string::empty, &Verdict::skipped);
        if (!request_.both || answer == picture.verdicts.end() || !batch.goes_on()) return picture;
        Engine& engine = *engines_[std::size_t(answer - picture.verdicts.begin())];
        batch.run(input.name(), [&] { picture.refinement = compare_refinement(engine, colors); });
        return picture;
    }

private:
    Refinement compare_refinement(Engine& engine, const ColorSet& colors) const {
        Progress progress;
        const CancelOnSignal cancel_on_signal(progress);
        Options every = request_.recipe.options();
        every.refine = Refine::off;
        return compare(colors, engine.reduce(colors, request_.recipe.options(), progress),
                       engine.reduce(colors, every, progress));
    }

    const VerifyRequest& request_;
    std::vector<EngineEntry> entries_ = engine_entries();
    std::vector<std::unique_ptr<Engine>> engines_{entries_.size()};
};

std::string text_of(const VerifiedPicture& picture) {
    std::string text = picture.input.name() + ": " + std::to_string(picture.source_colors) + " colours\n";
    for (const Verdict& verdict : picture.verdicts) {
        text += "  " + verdict.engine + (verdict.device.empty() ? "" : " (" + verdict.device + ")") + ": ";
        text += verdict.skipped.empty() ? "modes " + hex_text(verdict.modes) + ", pixels " +
                                              hex_text(verdict.pixels) + ", " + duration_text(verdict.seconds)
                                        : "not run: " + verdict.skipped;
        text += "\n";
    }
    if (picture.refinement)
        text += "  refined: " + std::to_string(picture.refinement->colors) + " of " +
                std::to_string(picture.source_colors) + " colours and " +
                std::to_string(picture.refinement->pixels) + " of " + std::to_string(picture.source_pixels) +
                " pixels differ from the result of following every colour\n";
    return text;
}

nlohmann::ordered_json json_of(const VerifiedPicture& picture) {
    nlohmann::ordered_json runs = nlohmann::ordered_json::array();
    for (const Verdict& verdict : picture.verdicts) {
        const bool ran = verdict.skipped.empty();
        runs.push_back({{"engine", verdict.engine},
                        {"device", verdict.device},
                        {"skipped", verdict.skipped},
                        {"modes", ran ? hex_text(verdict.modes) : ""},
                        {"pixels", ran ? hex_text(verdict.pixels) : ""},
                        {"seconds", verdict.seconds}});
    }
    nlohmann::ordered_json json = {{"input", picture.input.word()},
                                   {"source_colors", picture.source_colors},
                                   {"agree", nullptr},
                                   {"runs", runs}};
    if (const std::optional<bool> agree = picture.agree()) json["agree"] = *agree;
    if (picture.refinement)
        json["refined"] = {{"differing_colors", picture.refinement->colors},
                           {"differing_pixels", picture.refinement->pixels}};
    return json;
}

int verify_all(const VerifyRequest& request) {
    if (request.recipe.size.chooses_radius) throw Error(ErrorKind::usage, "verify needs a radius, not auto");
    squared_radius(request.recipe.shift.radius); // refuses 0, for which no engine works
    const auto threads = limit_threads(request.engine);
    Verifier verifier(request);
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    Batch batch;
    for (const Location& input : request.inputs) {
        if (!batch.goes_on()) break;
        batch.run(input.name(), [&] {
            const VerifiedPicture picture = verifier.verify(input, batch);
            results.push_back(json_of(picture));
            if (!request.json) print(text_of(picture));
            const std::optional<bool> agree = picture.agree();
            if (agree == false) throw Error(ErrorKind::failed, "the engines disagree");
            if (!agree && batch.goes_on())
                throw Error(ErrorKind::failed, "fewer than two engines ran, so nothing is compared");
        });
    }
    if (request.json)
        print_report("verify", {{"radius", request.recipe.shift.radius},
                                {"weighting", name_of(request.recipe.shift.weighting)},
                                {"transfer", name_of(request.recipe.source.transfer)},
                                {"results", results}});
    return batch.exit_code();
}

}

Command add_verify(CLI::App& program) {
    Arguments arguments(program, "verify", "Compare the results of every engine on every device",
                        verify_examples);
    const auto request = std::make_shared<VerifyRequest>();
    arguments.add("IN", request->inputs, formats_read("or") + " files");
    add_settings(arguments, request->recipe,
                 {"radius", "weighting", "transfer", "merge", "assign", "max-iterations"});
    const auto take_refine = [request](const std::string& word) {
        request->recipe.shift.refine = word == "off" ? Refine::off : Refine::on;
        request->both = word == "both";
        return word == "on" || word == "off" || word == "both";
    };
    arguments.parsed("--refine on|off|both", take_refine,
                     "Follow cells of colours (on) or every colour (off), or compare the two (on)",
                     reduction_group);
    arguments.flag("--json", request->json, "Report as JSON", output_group);
    arguments.flag("--reference", request->reference,
                   "Also run the slow reference engine above " + std::to_string(reference_limit) + " colours",
                   engine_group);
    add_resources(arguments, request->engine);
    return {arguments.app(), [request] { return verify_all(*request); }};
}

}
