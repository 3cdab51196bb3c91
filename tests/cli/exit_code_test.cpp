#include "cli/cli_run.h"
#include "environment.h"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>

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
    for (const std::string line : {"--help", "reduce --help", "analyze -h", "sweep --help", "devices --help",
                                   "verify --help", "bench --help", "--version"}) {
        const Ended ended = success(line);
        EXPECT_EQ(ended.err, "");
        EXPECT_THAT(ended.out, HasSubstr("huedrift-cli"));
        std::istringstream lines(ended.out);
        for (std::string text; std::getline(lines, text);) EXPECT_LE(text.size(), 100u) << text;
    }
}

TEST_F(ExitCode, IsThreeForAPictureThatIsTooLargeUnlessAllowed) {
    write_picture("wide.png", Image(32769, 1));
    expect_complaint(command("analyze wide.png"), 3);
    success("analyze wide.png --allow-large");
    success("reduce wide.png -o out.png --allow-large --quiet");
}

TEST_F(ExitCode, IsTwoForWrongUsage) {
    std::vector<std::string> lines{"", "paint", "reduce", "reduce in.png", "reduce in.png -o"};
    // The values that settings refuse are in reduce_options_test.cpp.
    for (const std::string option :
         {"--smoothest", "-r wide", "--by-radius", "--look grand", "--colors 0", "--engine quantum",
          "--threads 0", "--memory-limit much", "--format jxl", "--quality 80", "--palette colors.doc",
          "--output-dir out", "--dither ordered --min-region 9", "--dither diffusion --defringe 1",
          "--dither ordered --pixel-grid auto", "--scale 2", "--directly", "--strict"})
        lines.push_back("reduce in.png -o out.png " + option);
    for (const std::string option : {"--strict --to 000000 --colors 3",
                                     "--order given",
                                     "--indexed --truecolor",
                                     "--bits 4",
                                     "--indexed --pad 257",
                                     "--pad 4",
                                     "--pad 4 --format bmp",
                                     "--indexed --bits 2 --format bmp",
                                     "--bits 4 --format gif",
                                     "--indexed --format pam",
                                     "--truecolor --pad 4",
                                     "--to source --truecolor --bits 8",
                                     "--pin ff00",
                                     "--join ff00",
                                     "--recolor ff00",
                                     "--svg out.png",
                                     "--svg -",
                                     "--layers a --svg a",
                                     "--svg-stack",
                                     "--part ff0000",
                                     "--svg out.svg --part red",
                                     "--svg-numbers",
                                     "--legend legend.png"})
        lines.push_back("reduce in.png -o out.png " + option);
    for (const std::string targets :
         {"-o out.jxl", "-o out.jpg --indexed", "-o out.jpg --truecolor", "-o out.webp --smallest",
          "-o out.jpg --quality 0", "-o out.gpl --format png --palette out.gpl", "-o - --json",
          "-o - --keep-times", "-o - --resume", "-o areas.png --areas areas.png", "in.png -o out.png",
          "in.png --output-dir out", "other.png --output-dir out --palette p.gpl",
          "other.png --output-dir out --layers a.ora", "other.png --output-dir out --svg a.svg",
          "other.png --output-dir out --masks parts", "--output-dir out --to source --together",
          "--output-dir out --together --counts x"})
        lines.push_back("reduce in.png " + targets);
    for (const std::string line : {"analyze", "analyze in.png --smooth wide", "compare in.png",
                                   "sweep in.png --radii 0.1", "sweep in.png --radii 0.2..0.1",
                                   "sweep in.png --radii 0.1..big", "sweep in.png --radii 0.1..0.2 --steps 1",
                                   "verify in.png -r 7", "bench in.png --runs 0", "bench in.png -r 0.1 0"})
        lines.push_back(line);
    for (const std::string& line : lines) {
        SCOPED_TRACE(line);
        expect_complaint(command(line), 2);
    }
    EXPECT_THAT(folder.names(), ElementsAre("in.png"));
}

TEST_F(ExitCode, IsTwoWithWhatToDoInstead) {
    for (const auto& [option, sentence] :
         {std::pair("--max-error 0.1 --colors 4",
                    "--max-error chooses the number of colours; leave out --colors"),
          {"--max-error 0.1 --to ff0000 --directly", "--max-error cannot be combined with --directly"},
          {"--error mean", "--error needs --max-error"},
          {"--reserve 2", "--reserve needs --to"},
          {"--dither ordered --diffusion atkinson",
           "--diffusion needs --dither auto, diffusion or everywhere"},
          {"--dither diffusion --matrix 4", "--matrix needs --dither ordered"},
          {"--look photo --matrix 4", "--matrix needs --dither ordered"},
          {"--dither ordered --matrix 3", "--matrix"},
          {"--to ff0000 --reserve 5-2", "--reserve"},
          {"--output-palette 000000", "--output-palette needs --to"},
          {"--to 000000,ffffff --output-palette 000000",
           "the output palette needs as many colours as the palette that the result is mapped to, 2, but it "
           "has 1"},
          {"--keep-smaller --indexed", "--keep-smaller may write the source"}})
        refusal(2, std::string("reduce in.png -o out.png ") + option, sentence);
    EXPECT_THAT(folder.names(), ElementsAre("in.png"));
}

TEST_F(ExitCode, SuggestsTheNearestCommand) {
    const Ended ended = command("redcue in.png -o out.png");
    expect_complaint(ended, 2);
    EXPECT_THAT(ended.err, HasSubstr("did you mean reduce?"));
}

TEST_F(ExitCode, IsThatOfTheFirstFailedAnalysis) {
    const Ended ended = command("analyze in.png missing.png in.png --json");
    EXPECT_EQ(ended.code, 3);
    EXPECT_EQ(std::ranges::count(ended.out, '\n'), 2) << ended.out;
}

TEST_F(ExitCode, IsThreeForInputsThatCannotBeRead) {
    write_text(folder / "text.png", "not a picture");
    write_text(folder / "cut.png", read_text(folder / "in.png").substr(0, 60));
    write_text(folder / "empty.png", "");
    for (const std::string input : {"missing.png", "text.png", "cut.png", "empty.png", "."})
        expect_complaint(command("reduce " + input + " -o out.png"), 3);
    for (const std::string line : {"analyze", "sweep --radii 0.1..0.2", "verify", "bench"})
        expect_complaint(command(line + " text.png"), 3);
    expect_complaint(command("reduce - -o out.png", "not a picture"), 3);
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
}

TEST_F(ExitCode, IsFourForOutputsThatCannotBeWritten) {
    std::filesystem::create_directory(folder / "folder.png");
    expect_complaint(command("reduce in.png -o no/such/out.png"), 4);
    expect_complaint(command("reduce in.png -o folder.png --force"), 4);
    ASSERT_EQ(::mkfifo((folder / "pipe.png").c_str(), 0600), 0);
    expect_complaint(command("reduce in.png -o pipe.png --force"), 4);
    expect_complaint(command("reduce in.png -o out.png --palette no/such/p.gpl"), 4);
    expect_complaint(command("reduce in.png --output-dir in.png/out"), 4);
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
}

TEST_F(ExitCode, IsFourWhenStandardOutputIsFull) {
    for (const std::string line :
         {"reduce in.png -o -", "reduce in.png -o out.png --json", "analyze in.png",
          "sweep in.png --radii 0.1..0.2", "devices", "verify in.png", "bench in.png --runs 1", "--help"}) {
        const Ended ended = command_into("/dev/full", line);
        EXPECT_EQ(ended.code, 4) << line << ended.err;
        EXPECT_THAT(ended.err, HasSubstr("standard output cannot be written"));
    }
}

TEST_F(ExitCode, IsFiveWithoutTheDevice) {
    expect_complaint(command("reduce in.png -o out.png --device 99"), 5);
    expect_complaint(command("reduce in.png -o out.png --device abacus"), 5);
    expect_complaint(command("reduce in.png -o out.png --engine cpu --device abacus"), 5);
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
}

class WithoutVulkan : public ExitCode {
protected:
    /// With this environment the Vulkan engine is refused for `reason`, and the CPU does everything else with
    /// the same bytes.
    void expect_refusal(const char* variable, const std::string& value, const std::string& reason) {
        if (std::getenv("CI")) {
            EXPECT_THAT(command("devices").out, Not(HasSubstr(reason))) << "there is nothing to hide";
        }
        ASSERT_EQ(command("reduce in.png -o cpu.png -r 0.05 --engine cpu").code, 0);
        const Environment hidden(variable, value.c_str());
        const Ended asked = command("reduce in.png -o out.png --engine vulkan");
        expect_complaint(asked, 5);
        EXPECT_THAT(asked.err, HasSubstr(reason));
        EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
        const Ended devices = success("devices");
        EXPECT_THAT(devices.out, StartsWith("0  vulkan     not usable: " + reason));
        EXPECT_THAT(devices.out, HasSubstr("\n1  cpu "));
        const Ended reduced = success("reduce in.png -o out.png -r 0.05");
        EXPECT_THAT(reduced.err, HasSubstr(", cpu ("));
        EXPECT_EQ(read_text(folder / "out.png"), read_text(folder / "cpu.png"));
        success("verify in.png");
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
    const Ended asked = command("reduce in.png -o out.png --engine vulkan");
    expect_complaint(asked, 5);
    EXPECT_THAT(asked.err, HasSubstr("this program was built without the Vulkan engine"));
    success("reduce in.png -o out.png");
    success("verify in.png");
}
#endif

class Interrupted : public CliTest, public testing::WithParamInterface<int> {};

TEST_P(Interrupted, LeavesNothingAndReturns130) {
    // The drift of so many colours keeps the reference engine busy for hours.
    write_picture("in.png", random_picture(400, 400, 9));
    TerminalRun running(folder.path(), "reduce in.png -o out.png -r 0.05 --engine reference");
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
    TerminalRun running(
        folder.path(),
        "reduce missing.png a.png b.png c.png --output-dir out -r 0.05 --engine reference --jobs 1");
    ASSERT_TRUE(running.shows("b.png [")) << running.screen();
    running.signal(GetParam());
    EXPECT_EQ(running.end(), 130);
    EXPECT_TRUE(std::filesystem::exists(folder / "out/a.png"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "out"), {}), 1);
}

TEST_P(Interrupted, EndsASweep) {
    write_picture("in.png", random_picture(400, 400, 9));
    TerminalRun running(folder.path(), "sweep in.png --radii 0.01..1 --engine reference");
    ASSERT_TRUE(running.shows("in.png [")) << running.screen();
    running.signal(GetParam());
    EXPECT_EQ(running.end(), 130);
}

TEST_P(Interrupted, DoesNotCompareWithoutAnAnswer) {
    write_picture("in.png", random_picture(400, 400, 9));
    ASSERT_EQ(::setenv("VK_DRIVER_FILES", "/dev/null", 1), 0);
    TerminalRun running(folder.path(), "verify in.png -r 0.05 --refine both");
    ::unsetenv("VK_DRIVER_FILES");
    ASSERT_TRUE(running.shows("cpu [")) << running.screen();
    running.signal(GetParam());
    EXPECT_EQ(running.end(), 130);
    EXPECT_THAT(running.screen(), testing::Not(HasSubstr("refined:")));
}

INSTANTIATE_TEST_SUITE_P(By, Interrupted, testing::Values(SIGINT, SIGTERM, SIGHUP), [](const auto& signal) {
    return "SIG" + std::string(::sigabbrev_np(signal.param));
});

TEST_F(CliTest, AClosedTerminalInterrupts) {
    write_picture("in.png", random_picture(400, 400, 9));
    TerminalRun running(folder.path(), "reduce in.png -o out.png -r 0.05 --engine reference");
    ASSERT_TRUE(running.shows("in.png [")) << running.screen();
    EXPECT_EQ(running.hang_up(), 130);
    EXPECT_THAT(folder.names(), ElementsAre("in.png"));
}

TEST_F(CliTest, NohupOutlivesItsTerminal) {
    write_picture("in.png", random_picture(60, 60, 9));
    const auto old_handler = ::signal(SIGHUP, SIG_IGN); // as nohup does it
    TerminalRun running(folder.path(), "reduce in.png -o out.png -r 0.05 --engine reference");
    ::signal(SIGHUP, old_handler);
    EXPECT_EQ(running.hang_up(), 0);
    EXPECT_TRUE(std::filesystem::exists(folder / "out.png"));
}

}
}
