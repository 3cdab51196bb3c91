#include "session/overwrite_check.h"

namespace huedrift {

void OverwriteCheck::ask(const std::vector<WriteTarget>& targets) {
    if (is_current_ && targets == asked_) return;
    if (targets != asked_) found_ = nullptr;
    asked_ = targets;
    is_current_ = true;
    runner_.post(
        [this, targets](JobRunner::Run& run) {
            auto there = std::make_shared<const std::vector<std::filesystem::path>>(would_overwrite(targets));
            run.deliver([this, targets, there = std::move(there)] {
                if (targets == asked_) found_ = there;
            });
        },
        [](const Error&) {}); // the export itself says what is wrong
}

}
