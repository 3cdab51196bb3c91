#include "app/dialogs/file_dialog.h"

#include "app/ui/message.h"

namespace huedrift::app {

void FileDialog::ask(const FileQuestion& question, Answer answer) {
    question_ = question;
    answer_ = std::move(answer);
    if (desktop_.asks())
        ask_here();
    else
        desktop_.ask(
            question_, [this](const auto& files) { answer_(files); }, [this] { ask_here(); });
}

void FileDialog::ask_here() {
    desktop_.close();
    browser_.open(question_);
}

void FileDialog::draw(ThumbnailView& thumbnails, const Gui& gui, const std::array<float, 4>& area) {
    if (desktop_.is_open() &&
        draw_message("The desktop's file dialog is open. Close this to use huedrift's own.", false, gui,
                     area))
        ask_here();
    if (const auto files = browser_.draw(thumbnails, gui)) answer_(*files);
}

}
