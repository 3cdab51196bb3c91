#include "engines/self_check.h"

#include "engines/engine_choice.h"
#include "expect_error.h"
#include "picture_shader_code.h"
#include "stage_shader_code.h"
#include "temporary_folder.h"
#include "validated_devices.h"
#include "vulkan/pipeline_cache.h"

#include <gmock/gmock.h>

namespace huedrift {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class SelfCheck : public ValidatedDevices {
protected:
    std::size_t index() const { return index_of(*devices, entry()); }
    const vulkan::DeviceFacts& facts() const { return devices->facts()[index()]; }
};

using Verdict = SelfCheckOutcome::Verdict;
const SelfCheckOutcome right{}, wrong{"mean shift", Verdict::wrong};
constexpr std::chrono::seconds patience{20}, none{0};

TEST_F(SelfCheck, PassesOnAWorkingDevice) { EXPECT_EQ(self_check(devices->open(index()), patience), right); }

TEST_F(SelfCheck, IsStoredForADeviceItsDriverAndTheShaders) {
    const TemporaryFolder folder;
    const fs::path cache = folder / "cache";
    EXPECT_EQ(stored_check(cache, facts()), std::nullopt);
    store_check(cache, facts(), right);
    EXPECT_EQ(stored_check(cache, facts()), right);
    store_check(cache, facts(), wrong);
    EXPECT_EQ(stored_check(cache, facts()), wrong);
    vulkan::DeviceFacts updated = facts(), rebuilt = facts();
    updated.driver += ".1";
    rebuilt.pipelines_uuid[0] ^= 1;
    EXPECT_EQ(stored_check(cache, updated), std::nullopt);
    EXPECT_EQ(stored_check(cache, rebuilt), std::nullopt) << "another build of the driver";
    for (const fs::directory_entry& file : fs::directory_iterator(cache)) write_text(file.path(), "damaged");
    EXPECT_EQ(stored_check(cache, facts()), std::nullopt);
}

// Equal cards with one driver differ in nothing else.
TEST_F(SelfCheck, IsStoredForEachOfTwoEqualCards) {
    const TemporaryFolder folder;
    vulkan::DeviceFacts twin = facts();
    twin.device_uuid[15] ^= 1;
    store_check(folder.path(), facts(), wrong);
    EXPECT_EQ(stored_check(folder.path(), twin), std::nullopt) << "it was never checked";
    store_check(folder.path(), twin, right);
    EXPECT_EQ(stored_check(folder.path(), facts()), wrong);
    EXPECT_EQ(stored_check(folder.path(), twin), right);
}

TEST_F(SelfCheck, IsMadeAgainWhereItCannotBeStored) {
    store_check("/dev/null/folder", facts(), right);
    EXPECT_EQ(stored_check("/dev/null/folder", facts()), std::nullopt);
}

/// Makes a folder the user's cache folder while it lives.
class CacheFolder {
public:
    explicit CacheFolder(const fs::path& folder) { ::setenv("XDG_CACHE_HOME", folder.c_str(), 1); }
    ~CacheFolder() {
        if (old_.empty())
            ::unsetenv("XDG_CACHE_HOME");
        else
            ::setenv("XDG_CACHE_HOME", old_.c_str(), 1);
    }
    CacheFolder(const CacheFolder&) = delete;
    CacheFolder& operator=(const CacheFolder&) = delete;

private:
    std::string old_ = std::getenv("XDG_CACHE_HOME") ? std::getenv("XDG_CACHE_HOME") : "";
};

/// Copies compiled pipelines without outcomes of checks.
void copy_pipelines(const fs::path& to) {
    fs::copy(vulkan::user_cache_folder(), to);
    for (const fs::directory_entry& file : fs::directory_iterator(to))
        if (file.path().filename().string().starts_with("self-check")) fs::remove(file.path());
}

TEST_F(SelfCheck, IsMadeOnceForEachDevice) {
    const TemporaryFolder folder;
    copy_pipelines(folder / "huedrift");
    const CacheFolder cache(folder.path());
    open();
    ASSERT_EQ(stored_check(folder / "huedrift", facts()), std::nullopt);
    entry().make({});
    EXPECT_EQ(stored_check(folder / "huedrift", facts()), right);
}

TEST_F(SelfCheck, ExcludesADeviceThatFailedIt) {
    const TemporaryFolder folder;
    const CacheFolder cache(folder.path());
    store_check(folder / "huedrift", facts(), wrong);
    open();
    const EngineEntry failed = entry();
    EXPECT_FALSE(failed.usable());
    EXPECT_THAT(failed.reason, HasSubstr("computes wrong results (the check of mean shift failed)"));
    EXPECT_EQ(choose_entry(engine_entries(devices), {}).engine, "cpu");
    expect_error([&] { failed.make({}); }, ErrorKind::device, {failed.reason});
    expect_error([&] { failed.make_filter(); }, ErrorKind::device, {failed.reason});
}

TEST_F(SelfCheck, ThatIsLateIsSaidAndMadeAgainAtTheNextStart) {
    const TemporaryFolder folder;
    copy_pipelines(folder / "huedrift");
    const CacheFolder cache(folder.path());
    devices = std::make_shared<VulkanDevices>(vulkan::ContextOptions{}, none);
    expect_error([&] { devices->open_checked(index()); }, ErrorKind::device, {"did not answer in time"});
    EXPECT_THAT(devices->refusal(index()), HasSubstr("did not answer in time"));
    EXPECT_EQ(stored_check(folder / "huedrift", facts()), std::nullopt);
    open();
    EXPECT_EQ(devices->refusal(index()), "");
}

#ifdef HUEDRIFT_SHADERS
/// Writes a shader that does nothing, and the files that it includes. All other shaders come from the build.
void write_idle_shader(const std::string& name, const fs::path& to) {
    fs::copy(HUEDRIFT_SHADERS, to, fs::copy_options::recursive);
    for (const char* folder : {"stages", "picture"})
        for (const fs::directory_entry& file : fs::directory_iterator(fs::path(HUEDRIFT_SHADERS) / folder)) {
            const fs::path copy = to / folder / file.path().filename();
            if (copy.extension() != ".comp") continue;
            std::string text = read_text(copy);
            const std::string begin = "void main() {";
            text.insert(text.find(begin) + begin.size(), " return;");
            fs::remove(copy);
            if (copy.stem() == name) write_text(copy, text);
        }
}

/// The checks that may be the first to find a shader.
std::vector<std::string> checks_of(const std::string& shader) {
    if (shader == "smooth" || shader == "luminance_histogram") return {"smoothing"};
    return {"mean shift", "modes", "refinement"};
}

TEST_F(SelfCheck, FindsAnyShaderThatDoesNothing) {
    std::vector<vulkan::Shader> shaders = gpu::stage_shaders();
    for (const vulkan::Shader& shader : gpu::picture_shaders()) shaders.push_back(shader);
    const TemporaryFolder folder;
    fs::copy(vulkan::user_cache_folder(), folder / "pipelines");
    for (const vulkan::Shader& shader : shaders) {
        const std::string name = shader.name;
        if (name == "remap" || name == "shrink" || name == "sort_frontier")
            continue; // for display, for speed
        SCOPED_TRACE(name);
        write_idle_shader(name, folder / name);
        const auto device = std::make_shared<vulkan::Device>(
            devices->context(), index(), vulkan::DeviceOptions{.cache_folder = folder / "pipelines"});
        device->read_shaders_from(folder / name);
        const SelfCheckOutcome outcome = self_check(device, patience);
        EXPECT_EQ(outcome.verdict, Verdict::wrong);
        EXPECT_THAT(checks_of(name), testing::Contains(outcome.check));
    }
}

// As on a device that loses trajectories only where there are many.
TEST_F(SelfCheck, FindsALostTrajectoryOfMany) {
    const TemporaryFolder folder;
    fs::copy(HUEDRIFT_SHADERS, folder / "shaders", fs::copy_options::recursive);
    const fs::path file = folder / "shaders/stages/compact_frontier.comp";
    std::string text = read_text(file);
    const std::string condition = "if (moves) ";
    ASSERT_NE(text.find(condition), text.npos);
    write_text(file, text.replace(text.find(condition), condition.size(),
                                  "if (moves && (params.table_slots == 0 || "
                                  "(target + index) % params.capacity < 1100)) "));
    const auto device = std::make_shared<vulkan::Device>(devices->context(), index());
    device->read_shaders_from(folder / "shaders");
    EXPECT_EQ(self_check(device, patience), (SelfCheckOutcome{"many colours", Verdict::wrong}));
}
#endif

}
}
