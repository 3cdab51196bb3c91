#include "base/error.h"
#include "cli/cli_run.h"
#include "cli/failure.h"
#include "cli/progress_bar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <vector>

namespace huedrift {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Json = nlohmann::json;

/// Pictures that take more and less time, and some that are none.
class JobsOfReduce : public CliTest {
protected:
    JobsOfReduce() {
        for (unsigned i = 0; i < 12; ++i) {
            const std::string name = (i < 10 ? "0" : "") + std::to_string(i) + ".png";
            inputs.push_back(name);
            if (i % 5 == 3)
                write_text(folder / name, "no picture");
            else
                write_picture(name, random_picture(i % 2 == 0 ? 60 : 8, 10 + int(i), i));
        }
    }

    std::string line(const std::string& output, const std::string& options) const {
        std::string line = "reduce --engine cpu --output-dir " + output + " " + options;
        for (const std::string& name : inputs) line += " " + name;
        return line;
    }
    Ended reduce(const std::string& output, const std::string& options) const {
        return command(line(output, options));
    }
    bool exists(const std::string& name) const { return std::filesystem::exists(folder / name); }
    /// Without what differs from run to run.
    static std::vector<std::string> inputs_of(const Json& reports) {
        std::vector<std::string> inputs;
        for (const Json& report : reports) inputs.push_back(report["input"]);
        return inputs;
    }
    void expect_same_results(const std::string& one, const std::string& other) const {
        for (const std::string& name : inputs) {
            ASSERT_EQ(exists(one + "/" + name), exists(other + "/" + name)) << name;
            EXPECT_EQ(read_text(folder / one / name), read_text(folder / other / name)) << name;
        }
    }

    std::vector<std::string> inputs;
};

TEST_F(JobsOfReduce, ChangeNeitherResultsNorTheOrderOfTheReport) {
    const Ended alone = reduce("alone", "--jobs 1 --json");
    EXPECT_EQ(alone.code, 3);
    const Json expected = Json::parse(alone.out);
    EXPECT_EQ(expected["failures"].size(), 2u);
    for (const std::string jobs : {"3", "40"}) {
        const Ended ended = reduce("by" + jobs, "--jobs " + jobs + " --json");
        EXPECT_EQ(ended.code, 3);
        const Json json = Json::parse(ended.out);
        EXPECT_EQ(inputs_of(json["results"]), inputs_of(expected["results"]));
        EXPECT_EQ(json["failures"], expected["failures"]);
        expect_same_results("by" + jobs, "alone");
        std::size_t at = 0;
        for (const std::string& name : inputs) {
            const std::size_t found = ended.err.find(name + ": ", at);
            ASSERT_NE(found, std::string::npos) << name << "\n" << ended.err;
            at = found;
        }
        EXPECT_EQ(std::ranges::count(ended.err, '\n'), 12);
    }
}

TEST_F(JobsOfReduce, ShareAPalette) {
    EXPECT_EQ(reduce("alone", "--jobs 1 --together -r 0.15 --indexed").code, 3);
    EXPECT_EQ(reduce("many", "--jobs 4 --together -r 0.15 --indexed").code, 3);
    expect_same_results("many", "alone");
}

TEST_F(JobsOfReduce, ResumeDoesTheMissingWork) {
    EXPECT_EQ(reduce("out", "--quiet").code, 3);
    const std::string first = read_text(folder / "out/00.png");
    std::filesystem::remove(folder / "out/02.png");
    write_text(folder / "out/04.png", read_text(folder / "out/04.png").substr(0, 50)); // not by this program
    // Later than its result, whatever the file system's clock.
    std::filesystem::last_write_time(folder / "06.png",
                                     std::filesystem::last_write_time(folder / "out/06.png"));
    const Ended ended = reduce("out", "--resume --force --json");
    EXPECT_EQ(ended.code, 3); // those that are no pictures
    const Json json = Json::parse(ended.out);
    EXPECT_THAT(inputs_of(json["results"]), testing::ElementsAre("02.png", "04.png", "06.png"));
    EXPECT_EQ(json["skipped"].size(), 7u);
    EXPECT_EQ(json["skipped"][0]["input"], "00.png");
    EXPECT_EQ(json["skipped"][0]["output"], "out/00.png");
    EXPECT_THAT(ended.err, HasSubstr("00.png: skipped, out/00.png is newer\n"));
    EXPECT_EQ(reduce("whole", "--quiet").code, 3);
    expect_same_results("out", "whole");
}

TEST_F(JobsOfReduce, LeaveWholeFilesWhenKilledAndResumeGivesTheSameBytes) {
    EXPECT_EQ(reduce("whole", "--quiet").code, 3);
    // Nobody writes into it, so none of these runs ends before it is killed.
    ASSERT_EQ(::mkfifo((folder / "pipe.png").c_str(), 0600), 0);
    const std::string resumed = line("out", "--jobs 2 --resume --force") + " pipe.png";
    for (std::size_t i = 0; i < inputs.size(); i += 2) {
        TerminalRun running(folder.path(), resumed);
        ASSERT_TRUE(running.shows(inputs[i] + ": ")) << running.screen();
        running.signal(SIGKILL); // while the next is read, computed or written
        ASSERT_EQ(running.end(), -1);
        for (const std::string& name : inputs) {
            if (exists("out/" + name)) {
                ASSERT_EQ(read_text(folder / "out" / name), read_text(folder / "whole" / name)) << name;
            }
        }
    }
    EXPECT_EQ(reduce("out", "--resume --force").code, 3);
    expect_same_results("out", "whole");
}

TEST_F(JobsOfReduce, EndTogetherWhenInterrupted) {
    for (const char* name : {"b.png", "c.png"}) write_picture(name, random_picture(400, 400, 9));
    TerminalRun running(
        folder.path(),
        "reduce 00.png b.png c.png 02.png 04.png --output-dir out --engine reference --jobs 2");
    ASSERT_TRUE(running.shows("1 of 5")) << running.screen();
    running.signal(SIGINT);
    EXPECT_EQ(running.end(), 130);
    EXPECT_THAT(running.screen(), AllOf(HasSubstr("b.png: "), HasSubstr("cancelled")));
    EXPECT_TRUE(exists("out/00.png"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "out"), {}), 1);
}

TEST(BatchText, TellsTheSpeed) {
    EXPECT_EQ(batch_text(12, 200, 4), "12 of 200, 3.0 a second");
    EXPECT_EQ(batch_text(0, 200, 0), "0 of 200, 0.0 a second");
}

void fail(ErrorKind kind) { throw Error(kind, "it does not work"); }

TEST(Batch, EndsAsItsFirstFailure) {
    Batch batch;
    EXPECT_EQ(batch.run("a", [] {}), std::nullopt);
    EXPECT_EQ(batch.exit_code(), 0);
    EXPECT_EQ(batch.run("b", [] { fail(ErrorKind::input); })->exit_code, 3);
    EXPECT_EQ(batch.run("c", [] { fail(ErrorKind::output); })->exit_code, 4);
    EXPECT_TRUE(batch.goes_on());
    EXPECT_EQ(batch.exit_code(), 3);
}

TEST(Batch, EndsAsInterruptedWhateverFailedBefore) {
    Batch batch;
    batch.run("a", [] { fail(ErrorKind::input); });
    batch.run("b", [] { fail(ErrorKind::cancelled); });
    EXPECT_FALSE(batch.goes_on());
    EXPECT_EQ(batch.exit_code(), 130);
}

TEST(Failure, NamesTheFileOnce) {
    const auto sentence = [](const std::string& subject, const std::string& message) {
        return run_guarded(subject, [&] { throw Error(ErrorKind::input, message); })->sentence;
    };
    EXPECT_EQ(sentence("out", "out.png exists and is not replaced"),
              "out: out.png exists and is not replaced");
    for (const std::string message :
         {"a.png: not a PNG file", "a.png cannot be read: it is a folder",
          "a.png cannot be written: it is a folder", "a.png exists and is not replaced",
          "a.png was written, but the disk did not confirm it: why"})
        EXPECT_EQ(sentence("a.png", message), message);
    EXPECT_EQ(sentence("", "no file is concerned"), "no file is concerned");
}

/// A signal during the last steps of an input, which no longer check for it.
void be_interrupted_late() {
    install_signal_handlers();
    Batch batch;
    const std::optional<Failure> failure = batch.run("a", [] {
        Progress progress;
        const CancelOnSignal cancel_on_signal(progress);
        ::raise(SIGINT);
    });
    std::exit(failure || batch.goes_on() ? 1 : batch.exit_code());
}

TEST(Batch, NoticesALateSignalBeforeTheNextInput) {
    EXPECT_EXIT(be_interrupted_late(), testing::ExitedWithCode(130), "interrupted before the next input");
}

}
}
