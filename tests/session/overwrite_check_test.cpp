#include "session/overwrite_check.h"

#include "temporary_folder.h"

#include <gmock/gmock.h>

#include <semaphore>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class OverwriteCheckTest : public testing::Test {
protected:
    std::vector<std::filesystem::path> found(const std::vector<WriteTarget>& targets) {
        check.ask(targets);
        while (check.busy()) {
            woken.acquire();
            check.deliver();
        }
        check.deliver();
        return check.found() ? *check.found() : std::vector<std::filesystem::path>{"nothing is known"};
    }

    TemporaryFolder folder;
    std::counting_semaphore<> woken{0};
    OverwriteCheck check{[this] { woken.release(); }};
    const std::vector<WriteTarget> one{{.path = folder / "one.png"}}, other{{.path = folder / "other.png"}};
};

TEST_F(OverwriteCheckTest, KnowsNothingBeforeItIsAsked) { EXPECT_EQ(check.found(), nullptr); }

TEST_F(OverwriteCheckTest, FindsWhatIsThere) {
    write_text(folder / "other.png", "mine");
    EXPECT_THAT(found(one), IsEmpty());
    EXPECT_THAT(found(other), ElementsAre(folder / "other.png"));
    check.ask(one);
    EXPECT_EQ(check.found(), nullptr) << "an answer about others is none";
}

TEST_F(OverwriteCheckTest, LooksAgainOnlyWhereFilesMayHaveChanged) {
    EXPECT_THAT(found(one), IsEmpty());
    write_text(folder / "one.png", "mine");
    EXPECT_THAT(found(one), IsEmpty());
    check.recheck();
    EXPECT_THAT(found(one), ElementsAre(folder / "one.png"));
}

}
}
