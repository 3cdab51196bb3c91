#include "session_run.h"

#include "base/error.h"
#include "base/parallel.h"
#include "cpu/cpu_engine.h"
#include "pipeline/recipe_rows.h"
#include "reduction/reduction.h"

#include <cstdlib>
#include <thread>

namespace huedrift {
namespace {

/// The CPU engine behind a gate, which lets previews pass.
class GatedEngine : public CpuEngine {
public:
    GatedEngine(Gate& gate, std::atomic<int>& reductions) : gate_(gate), reductions_(reductions) {}

    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override {
        if (options.refine != Refine::coarse) {
            ++reductions_;
            gate_.pass(progress);
        }
        return CpuEngine::reduce(colors, options, progress);
    }

private:
    Gate& gate_;
    std::atomic<int>& reductions_;
};

/// An engine whose device is lost.
class LostEngine : public CpuEngine {
    Reduction reduce(const ColorSet&, const Options&, Progress&) override {
        throw Error(ErrorKind::device, "the device was lost");
    }
};

/// An engine whose device is lost a given number of times.
class FragileEngine : public CpuEngine {
public:
    explicit FragileEngine(std::atomic<int>& losses) : losses_(losses) {}

    std::string name() const override { return "vulkan"; }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override {
        if (losses_ > 0 && losses_-- > 0) throw DeviceLost("the device was lost");
        return CpuEngine::reduce(colors, options, progress);
    }

private:
    std::atomic<int>& losses_;
};

std::vector<EngineEntry> test_engines(Gate& gate, std::atomic<int>& reductions, std::atomic<int>& losses) {
    const auto cpu = [&](const EngineSettings&) { return std::make_unique<GatedEngine>(gate, reductions); };
    const auto lost = [](const EngineSettings&) { return std::make_unique<LostEngine>(); };
    const auto fragile = [&](const EngineSettings&) { return std::make_unique<FragileEngine>(losses); };
    return {{.engine = "cpu", .device = "gated", .reason = "", .make = cpu},
            {.engine = "vulkan", .device = "lost", .reason = "", .make = lost},
            {.engine = "vulkan", .device = "old", .reason = "it is too old", .is_gpu = true, .make = nullptr},
            {.engine = "vulkan",
             .device = "fragile",
             .reason = "",
             .make = fragile,
             .losses = std::make_shared<DeviceLosses>()}};
}

/// The result of a cold run of the recipe.
Reduction cold(const Image& image, const Recipe& recipe) {
    CpuEngine engine;
    Progress progress;
    const ColorSet colors(image, recipe.source.transfer);
    return engine.reduce(colors, recipe.options(), progress);
}

}

void Gate::pass(Progress& progress) {
    threads_ = thread_count();
    ++waiting_;
    woken_.release();
    while (!open_ && !progress.cancelled()) std::this_thread::yield();
    --waiting_;
    progress.throw_if_cancelled();
    if (left_ > 0 && --left_ == 0) close();
}

void LockStep::wait() {
    if (!on_) return;
    arrived_.release();
    permits_.acquire();
}

void LockStep::end() {
    on_ = false;
    permits_.release();
}

SessionTest::SessionTest() { start(SessionSettings{}); }

void SessionTest::start(const std::optional<SessionSettings>& own) {
    session = std::make_unique<Session>(threads, test_engines(gate, reductions, losses), own, edits_folder);
}

std::filesystem::path SessionTest::write_picture(const std::string& name, const ImageView& image) const {
    write_text(folder / name, text_of(encode_image(image, image_format_of(name))));
    return folder / name;
}

void SessionTest::poll_until(const std::function<bool(const Snapshot&)>& reached) {
    for (;;) {
        session->poll();
        const Snapshot snapshot = session->live();
        if (reached(snapshot)) return;
        ASSERT_NE(snapshot.activity, Activity::idle) << "at rest without it; notice: " << snapshot.notice;
        woken.acquire();
    }
}

void SessionTest::step_until(const std::function<bool(const Snapshot&)>& reached) {
    for (;;) {
        lock_step.meet();
        session->poll();
        const Snapshot snapshot = session->live();
        if (reached(snapshot)) return;
        if (snapshot.activity == Activity::idle) {
            lock_step.end();
            FAIL() << "at rest without it; notice: " << snapshot.notice;
        }
        lock_step.go_on();
    }
}

Snapshot SessionTest::settle() {
    poll_until([](const Snapshot& snapshot) { return snapshot.activity == Activity::idle; });
    return session->live();
}

Snapshot SessionTest::exact() {
    poll_until([](const Snapshot& snapshot) { return snapshot.exact(); });
    return session->live();
}

void SessionTest::poll_while(const std::function<bool()>& condition) {
    while (condition()) {
        woken.acquire();
        session->poll();
    }
}

Snapshot SessionTest::exported(const ExportRequest& request) {
    session->export_results(request);
    poll_while([&] { return session->live().exporting; });
    return session->live();
}

QueueProgress SessionTest::exported_queue(const QueueExport& request) {
    session->export_queue(request);
    poll_while([&] { return session->live().queue_export->running; });
    return *session->live().queue_export;
}

void SessionTest::run(const std::string& commands) const {
    const auto bin = std::filesystem::path(HUEDRIFT_CLI).parent_path().string();
    write_text(folder / "commands", "set -e\nPATH=" + shell_quoted(bin) + ":$PATH\n" + commands);
    const std::string line = "sh " + shell_quoted((folder / "commands").string()) + " 2> /dev/null";
    ASSERT_EQ(std::system(line.c_str()), 0) << commands;
}

std::vector<std::string> SessionTest::exported_alike(const ExportRequest& request) {
    const Snapshot snapshot = session->live();
    EXPECT_EQ(exported(request).notice, "");
    const std::vector<WriteTarget> targets = export_targets(request);
    std::vector<std::string> written;
    for (const WriteTarget& target : targets) {
        written.push_back(read_text(target.path.file()));
        EXPECT_FALSE(written.back().empty()) << target.path.name();
        std::filesystem::remove(target.path.file());
    }
    run(cli_command(snapshot, request));
    for (std::size_t i = 0; i < targets.size(); ++i)
        EXPECT_EQ(written[i], read_text(targets[i].path.file())) << targets[i].path.name();
    return written;
}

Image many_colors(int side) {
    Image image(side, side);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            image.pixels()[std::size_t(y) * std::size_t(side) + std::size_t(x)] = {
                static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y),
                static_cast<std::uint8_t>((x / 8) ^ (y / 8)), 255};
    return image;
}

Image three_groups() {
    Image image(8, 6);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto group = static_cast<std::uint8_t>(i < 8 ? 0 : i < 24 ? 1 : 2);
        image.pixels()[i] = {static_cast<std::uint8_t>(90 * group), static_cast<std::uint8_t>(i % 5),
                             static_cast<std::uint8_t>(200 - 90 * group), 255};
    }
    return image;
}

std::map<std::string, Recipe> changed_settings(const Recipe& usual) {
    std::map<std::string, Recipe> changed;
    for (const RecipeRow& row : recipe_rows()) {
        std::vector<RecipeValue> values;
        if (row.kind == RecipeKind::flag) values.emplace_back(true);
        if (row.kind == RecipeKind::number && row.is_whole) values.emplace_back(std::int64_t{2});
        if (row.kind == RecipeKind::number && !row.is_whole) values.emplace_back(0.05);
        if (row.kind == RecipeKind::name)
            for (const std::string& name : row.names()) values.emplace_back(name);
        for (const RecipeValue& value : values) {
            Recipe recipe = usual;
            if (!row.needs && row.set(recipe, value, OutOfRange::refuse) && recipe != usual)
                changed.emplace(row.option() + " " + value_text(value), recipe);
        }
    }
    return changed;
}

void expect_exact(const Snapshot& snapshot, const Image& image, Weighting weighting) {
    ASSERT_EQ(snapshot.state(weighting), ResultState::exact);
    EXPECT_EQ(fingerprint(*snapshot.result(weighting)->palette),
              fingerprint(cold(image, snapshot.recipe->with(weighting))));
}

}
