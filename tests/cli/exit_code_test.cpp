#include "cli/cli_run.h"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/mount.h>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ExitCode : public CliTest {
protected:
    ExitCode() { write_picture("in.png", ramp_picture(8, 8)); }

    /// One line of complaint, nothing on standard output.
    void expect_complaint(const Ended& ended, int code) {
        EXPECT_EQ(ended.code, code) << ended.err;
        EXPECT_EQ(ended.out, "");
        EXPECT_THAT(ended.err, StartsWith("huedrift-cli: "));
        EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    }
};

TEST_F(ExitCode, IsZeroForHelpAndVersionOnStandardOutput) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                      {"reduce", "--help"},
                                                      {"analyze", "-h"},
                                                      {"sweep", "--help"},
                                                      {"devices", "--help"},
                                                      {"verify", "--help"},
                                                      {"bench", "--help"},
                                                      {"--version"}}) {
        const Ended ended = run(arguments);
        EXPECT_EQ(ended.code, 0);
        EXPECT_EQ(ended.err, "");
        EXPECT_THAT(ended.out, HasSubstr("huedrift-cli"));
        std::istringstream lines(ended.out);
        for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
    }
}

TEST_F(ExitCode, IsThreeForAPictureThatIsTooLargeUnlessAllowed) {
    write_picture("wide.png", Image(32769, 1));
    expect_complaint(run({"analyze", "wide.png"}), 3);
    EXPECT_EQ(run({"analyze", "wide.png", "--allow-large"}).code, 0);
    EXPECT_EQ(run({"reduce", "wide.png", "-o", "out.png", "--allow-large", "--quiet"}).code, 0);
}

TEST_F(ExitCode, IsTwoForWrongUsage) {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {},
             {"paint"},
             {"reduce"},
             {"reduce", "in.png"},
             {"reduce", "in.png", "-o"},
             {"reduce", "in.png", "-o", "out.png", "--smoothest"},
             {"reduce", "in.png", "-o", "out.png", "-r", "-0.1"},
             {"reduce", "in.png", "-o", "out.png", "-r", "1.8"},
             {"reduce", "in.png", "-o", "out.png", "-r", "nan"},
             {"reduce", "in.png", "-o", "out.png", "-r", "wide"},
             {"reduce", "in.png", "-o", "out.png", "--by-radius"},
             {"reduce", "in.png", "-o", "out.png", "--settle", "65"},
             {"reduce", "in.png", "-o", "out.png", "--look", "grand"},
             {"reduce", "in.png", "-o", "out.png", "--colors", "0"},
             {"reduce", "in.png", "-o", "out.png", "--colors", "-1"},
             {"reduce", "in.png", "-o", "out.png", "--weighting", "heavy"},
             {"reduce", "in.png", "-o", "out.png", "--transfer", "gamma"},
             {"reduce", "in.png", "-o", "out.png", "--max-iterations", "-1"},
             {"reduce", "in.png", "-o", "out.png", "--merge", "2"},
             {"reduce", "in.png", "-o", "out.png", "--smooth", "-1"},
             {"reduce", "in.png", "-o", "out.png", "--smooth", "17"},
             {"analyze", "in.png", "--smooth", "wide"},
             {"reduce", "in.png", "-o", "out.png", "--engine", "quantum"},
             {"reduce", "in.png", "-o", "out.png", "--threads", "0"},
             {"reduce", "in.png", "-o", "out.png", "--memory-limit", "much"},
             {"reduce", "in.png", "-o", "out.jxl"},
             {"reduce", "in.png", "-o", "out.png", "--format", "jxl"},
             {"reduce", "in.png", "-o", "out.jpg", "--indexed"},
             {"reduce", "in.png", "-o", "out.webp", "--smallest"},
             {"reduce", "in.png", "-o", "out.png", "--quality", "80"},
             {"reduce", "in.png", "-o", "out.jpg", "--quality", "0"},
             {"reduce", "in.png", "-o", "out.png", "--palette", "colors.doc"},
             {"reduce", "in.png", "-o", "out.gpl", "--format", "png", "--palette", "out.gpl"},
             {"reduce", "in.png", "-o", "-", "--json"},
             {"reduce", "in.png", "-o", "out.png", "--output-dir", "out"},
             {"reduce", "in.png", "in.png", "-o", "out.png"},
             {"reduce", "in.png", "in.png", "--output-dir", "out"},
             {"reduce", "in.png", "other.png", "--output-dir", "out", "--palette", "p.gpl"},
             {"reduce", "in.png", "-o", "out.png", "--alpha", "soft"},
             {"reduce", "in.png", "-o", "out.png", "--defringe", "4"},
             {"reduce", "in.png", "-o", "out.png", "--min-region", "-3"},
             {"reduce", "in.png", "-o", "out.png", "--dither", "noise"},
             {"reduce", "in.png", "-o", "out.png", "--dither", "ordered", "--strength", "2"},
             {"reduce", "in.png", "-o", "out.png", "--dither", "ordered", "--strength", "nan"},
             {"reduce", "in.png", "-o", "out.png", "--dither", "ordered", "--min-region", "9"},
             {"reduce", "in.png", "-o", "out.png", "--dither", "diffusion", "--defringe", "1"},
             {"reduce", "in.png", "-o", "out.png", "--order", "given"},
             {"reduce", "in.png", "-o", "out.png", "--order", "size"},
             {"reduce", "in.png", "-o", "out.png", "--arrange", "red"},
             {"reduce", "in.png", "-o", "out.png", "--transparent-index", "256"},
             {"reduce", "in.png", "-o", "out.png", "--svg", "out.png"},
             {"reduce", "in.png", "-o", "out.png", "--svg", "-"},
             {"reduce", "in.png", "-o", "out.png", "--layers", "a", "--svg", "a"},
             {"reduce", "in.png", "-o", "out.png", "--svg-stack"},
             {"reduce", "in.png", "-o", "out.png", "--part", "ff0000"},
             {"reduce", "in.png", "-o", "out.png", "--svg", "out.svg", "--part", "red"},
             {"reduce", "in.png", "-o", "out.png", "--svg-numbers"},
             {"reduce", "in.png", "-o", "out.png", "--legend", "legend.png"},
             {"reduce", "in.png", "-o", "areas.png", "--areas", "areas.png"},
             {"reduce", "in.png", "other.png", "--output-dir", "out", "--layers", "a.ora"},
             {"reduce", "in.png", "other.png", "--output-dir", "out", "--svg", "a.svg"},
             {"reduce", "in.png", "other.png", "--output-dir", "out", "--masks", "parts"},
             {"analyze"},
             {"sweep", "in.png", "--radii", "0.1"},
             {"sweep", "in.png", "--radii", "0.2..0.1"},
             {"sweep", "in.png", "--radii", "0.1..big"},
             {"sweep", "in.png", "--radii", "0.1..0.2", "--steps", "1"},
             {"verify", "in.png", "-r", "7"},
             {"bench", "in.png", "--runs", "0"},
             {"bench", "in.png", "-r", "0.1", "0"},
         }) {
        SCOPED_TRACE(testing::PrintToString(arguments));
        expect_complaint(run(arguments), 2);
    }
    EXPECT_THAT(folder.names(), ElementsAre("in.png"));
}

TEST_F(ExitCode, SuggestsTheNearestCommand) {
    const Ended ended = run({"redcue", "in.png", "-o", "out.png"});
    expect_complaint(ended, 2);
    EXPECT_THAT(ended.err, HasSubstr("did you mean reduce?"));
}

TEST_F(ExitCode, IsZeroWithColoursInEitherSpelling) {
    EXPECT_EQ(run({"reduce", "in.png", "-o", "a.png", "--colours", "4", "--quiet"}).code, 0);
    EXPECT_EQ(run({"reduce", "in.png", "-o", "b.png", "--colors", "4", "--quiet"}).code, 0);
    EXPECT_EQ(read_text(folder / "a.png"), read_text(folder / "b.png"));
}

TEST_F(ExitCode, IsThatOfTheFirstFailedAnalysis) {
    const Ended ended = run({"analyze", "in.png", "missing.png", "in.png", "--json"});
    EXPECT_EQ(ended.code, 3);
    EXPECT_EQ(std::ranges::count(ended.out, '\n'), 2) << ended.out;
}

TEST_F(ExitCode, IsThreeForInputsThatCannotBeRead) {
    write_text(folder / "text.png", "not a picture");
    write_text(folder / "cut.png", read_text(folder / "in.png").substr(0, 60));
    write_text(folder / "empty.png", "");
    for (const std::string input : {"missing.png", "text.png", "cut.png", "empty.png", "."}) {
        SCOPED_TRACE(input);
        expect_complaint(run({"reduce", input, "-o", "out.png"}), 3);
        expect_complaint(run({"analyze", input}), 3);
        expect_complaint(run({"sweep", input, "--radii", "0.1..0.2"}), 3);
        expect_complaint(run({"verify", input}), 3);
        expect_complaint(run({"bench", input}), 3);
    }
    expect_complaint(run({"reduce", "-", "-o", "out.png"}, "not a picture"), 3);
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
}

TEST_F(ExitCode, IsFourForOutputsThatCannotBeWritten) {
    std::filesystem::create_directory(folder / "folder.png");
    expect_complaint(run({"reduce", "in.png", "-o", "no/such/out.png"}), 4);
    expect_complaint(run({"reduce", "in.png", "-o", "folder.png", "--force"}), 4);
    expect_complaint(run({"reduce", "in.png", "-o", "out.png", "--palette", "no/such/p.gpl"}), 4);
    expect_complaint(run({"reduce", "in.png", "--output-dir", "in.png/out"}), 4);
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
}

TEST_F(ExitCode, IsFourWhenStandardOutputIsFull) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"reduce", "in.png", "-o", "-"},
                                                      {"reduce", "in.png", "-o", "out.png", "--json"},
                                                      {"analyze", "in.png"},
                                                      {"sweep", "in.png", "--radii", "0.1..0.2"},
                                                      {"devices"},
                                                      {"verify", "in.png"},
                                                      {"bench", "in.png", "--runs", "1"},
                                                      {"--help"}}) {
        SCOPED_TRACE(arguments[0]);
        const Ended ended = run_into("/dev/full", arguments);
        EXPECT_EQ(ended.code, 4) << ended.err;
        EXPECT_THAT(ended.err, HasSubstr("standard output cannot be written"));
    }
}

TEST_F(ExitCode, IsFourWhenTheDiskIsFullAndTheOldFileStays) {
    const std::filesystem::path disk = folder / "disk";
    std::filesystem::create_directory(disk);
    if (::mount("none", disk.c_str(), "tmpfs", 0, "size=16k") != 0) GTEST_SKIP() << "mounting is not allowed";
    write_picture("random.png", random_picture(100, 100, 1));
    write_text(disk / "out.png", "precious");
    const Ended ended = run({"reduce", "random.png", "-o", "disk/out.png", "--force", "-r", "1e-6"});
    const std::string left = read_text(disk / "out.png");
    const auto files = std::distance(std::filesystem::directory_iterator(disk), {});
    ::umount(disk.c_str());
    expect_complaint(ended, 4);
    EXPECT_EQ(left, "precious");
    EXPECT_EQ(files, 1);
}

TEST_F(ExitCode, IsFiveWithoutTheDevice) {
    expect_complaint(run({"reduce", "in.png", "-o", "out.png", "--device", "99"}), 5);
    expect_complaint(run({"reduce", "in.png", "-o", "out.png", "--device", "abacus"}), 5);
    expect_complaint(run({"reduce", "in.png", "-o", "out.png", "--engine", "cpu", "--device", "abacus"}), 5);
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
}

/// Hides something of the system from the program while it lives.
class Environment {
public:
    Environment(const char* name, const std::string& value) : name_(name) {
        ::setenv(name, value.c_str(), 1);
    }
    ~Environment() { ::unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
};

class WithoutVulkan : public ExitCode {
protected:
    /// With this environment the Vulkan engine is refused for `reason`, and the CPU does everything else with
    /// the same bytes.
    void expect_refusal(const char* variable, const std::string& value, const std::string& reason) {
        if (std::getenv("CI")) {
            EXPECT_THAT(run({"devices"}).out, Not(HasSubstr(reason))) << "there is nothing to hide";
        }
        ASSERT_EQ(run({"reduce", "in.png", "-o", "cpu.png", "-r", "0.05", "--engine", "cpu"}).code, 0);
        const Environment hidden(variable, value);
        const Ended asked = run({"reduce", "in.png", "-o", "out.png", "--engine", "vulkan"});
        expect_complaint(asked, 5);
        EXPECT_THAT(asked.err, HasSubstr(reason));
        EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
        const Ended devices = run({"devices"});
        EXPECT_EQ(devices.code, 0);
        EXPECT_THAT(devices.out, StartsWith("0  vulkan     not usable: " + reason));
        EXPECT_THAT(devices.out, HasSubstr("\n1  cpu "));
        const Ended reduced = run({"reduce", "in.png", "-o", "out.png", "-r", "0.05"});
        EXPECT_EQ(reduced.code, 0) << reduced.err;
        EXPECT_THAT(reduced.err, HasSubstr(", cpu ("));
        EXPECT_EQ(read_text(folder / "out.png"), read_text(folder / "cpu.png"));
        const Ended verified = run({"verify", "in.png"});
        EXPECT_EQ(verified.code, 0) << verified.err;
    }
};

#ifdef HUEDRIFT_HAS_VULKAN
TEST_F(WithoutVulkan, EverythingElseWorksWithoutADriver) {
    expect_refusal("VK_DRIVER_FILES", "/dev/null", "no Vulkan driver is installed");
}

TEST_F(WithoutVulkan, EverythingElseWorksWithoutTheLibrary) {
    write_text(folder / "libvulkan.so", "no library");
    write_text(folder / "libvulkan.so.1", "no library");
    expect_refusal("LD_LIBRARY_PATH", folder.path().string(), "Vulkan is not installed");
}
#else
TEST_F(WithoutVulkan, EverythingElseWorksInAProgramBuiltWithoutIt) {
    const Ended asked = run({"reduce", "in.png", "-o", "out.png", "--engine", "vulkan"});
    expect_complaint(asked, 5);
    EXPECT_THAT(asked.err, HasSubstr("this program was built without the Vulkan engine"));
    EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png"}).code, 0);
    EXPECT_EQ(run({"verify", "in.png"}).code, 0);
}
#endif

class Interrupted : public CliTest, public testing::WithParamInterface<int> {};

TEST_P(Interrupted, LeavesNothingAndReturns130) {
    // The drift of so many colours keeps the reference engine busy for hours.
    write_picture("in.png", random_picture(400, 400, 9));
    TerminalRun running(folder.path(),
                        {"reduce", "in.png", "-o", "out.png", "-r", "0.05", "--engine", "reference"});
    ASSERT_TRUE(running.shows("in.png [")) << running.screen();
    running.signal(GetParam());
    EXPECT_EQ(running.end(), 130);
    EXPECT_THAT(running.screen(), HasSubstr("cancelled"));
    EXPECT_THAT(folder.names(), ElementsAre("in.png"));
}

TEST_P(Interrupted, EndsTheOtherInputs) {
    write_picture("a.png", ramp_picture(8, 8));
    write_picture("b.png", random_picture(400, 400, 9));
    write_picture("c.png", ramp_picture(8, 8));
    TerminalRun running(folder.path(), {"reduce", "missing.png", "a.png", "b.png", "c.png", "--output-dir",
                                        "out", "-r", "0.05", "--engine", "reference", "--jobs", "1"});
    ASSERT_TRUE(running.shows("b.png [")) << running.screen();
    running.signal(GetParam());
    EXPECT_EQ(running.end(), 130);
    EXPECT_TRUE(std::filesystem::exists(folder / "out/a.png"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "out"), {}), 1);
}

TEST_P(Interrupted, EndsASweep) {
    write_picture("in.png", random_picture(400, 400, 9));
    TerminalRun running(folder.path(), {"sweep", "in.png", "--radii", "0.01..1", "--engine", "reference"});
    ASSERT_TRUE(running.shows("in.png [")) << running.screen();
    running.signal(GetParam());
    EXPECT_EQ(running.end(), 130);
}

INSTANTIATE_TEST_SUITE_P(By, Interrupted, testing::Values(SIGINT, SIGTERM, SIGHUP), [](const auto& signal) {
    return "SIG" + std::string(::sigabbrev_np(signal.param));
});

TEST_F(CliTest, AClosedTerminalInterrupts) {
    write_picture("in.png", random_picture(400, 400, 9));
    TerminalRun running(folder.path(),
                        {"reduce", "in.png", "-o", "out.png", "-r", "0.05", "--engine", "reference"});
    ASSERT_TRUE(running.shows("in.png [")) << running.screen();
    EXPECT_EQ(running.hang_up(), 130);
    EXPECT_THAT(folder.names(), ElementsAre("in.png"));
}

TEST_F(CliTest, NohupOutlivesItsTerminal) {
    write_picture("in.png", random_picture(60, 60, 9));
    const auto old_handler = ::signal(SIGHUP, SIG_IGN); // as nohup does it
    TerminalRun running(folder.path(),
                        {"reduce", "in.png", "-o", "out.png", "-r", "0.05", "--engine", "reference"});
    ::signal(SIGHUP, old_handler);
    EXPECT_EQ(running.hang_up(), 0);
    EXPECT_TRUE(std::filesystem::exists(folder / "out.png"));
}

}
}
