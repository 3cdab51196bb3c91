#include "cli/failure.h"

#include "base/error.h"
#include "cli/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace huedrift {
namespace {

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
    EXPECT_EQ(sentence("a", "a legend of 2000 colours is more than anybody reads"),
              "a: a legend of 2000 colours is more than anybody reads");
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
