#include "app/dialogs/export_dialog.h"

#include "app/dialogs/file_dialog.h"
#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "pipeline/file_colors.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {
namespace {

using State = QueueProgress::Item::State;

bool runs(const Snapshot& snapshot) { return snapshot.queue_export && snapshot.queue_export->running; }

/// "12 of 40 written, 2 failed"
std::string summary(const QueueProgress& progress) {
    std::string text = std::to_string(progress.count(State::written)) + " of " +
                       counted(progress.items.size(), "picture", "pictures") + " written";
    if (const std::size_t failed = progress.count(State::failed); failed > 0)
        text += ", " + std::to_string(failed) + " failed";
    if (const auto kept = std::ranges::count(progress.items, true, &QueueProgress::Item::kept); kept > 0)
        text += ", " + std::to_string(kept) + " unchanged";
    return text;
}

QueueExport::Files failed_files(const QueueProgress& progress) {
    std::vector<Location> files;
    for (std::size_t i = 0; i < progress.items.size(); ++i)
        if (progress.items[i].state == State::failed) files.push_back((*progress.files)[i]);
    return std::make_shared<const std::vector<Location>>(std::move(files));
}

}

void QueueDialog::open(const Snapshot& snapshot) {
    if (snapshot.queue->empty()) return;
    opens_ = true;
    started_ = runs(snapshot);
    slots_ = {.transparent_index = snapshot.recipe->output.transparent_index,
              .bits = snapshot.recipe->output.bits,
              .pad = snapshot.recipe->output.pad};
    if (folder_.empty()) folder_.set((snapshot.queue->front().parent_path() / "reduced").string());
}

/// A bare name is beside the first picture.
std::filesystem::path QueueDialog::folder(const Snapshot& snapshot) const {
    return folder_.path(snapshot.queue->front().parent_path());
}

/// Nothing is known of the pictures, which may not be read yet.
ExportFacts QueueDialog::facts(const Snapshot& snapshot) {
    return {.keeps_slots = keeps_slots(*snapshot.recipe), .dithers = dithers_as_looks(*snapshot.settings)};
}

QueueExport QueueDialog::request(const Snapshot& snapshot) {
    ++requests_;
    Recipe recipe = *snapshot.settings;
    recipe.output.transparent_index = slots_.transparent_index;
    recipe.output.bits = slots_.bits;
    recipe.output.pad = slots_.pad;
    return {.files = snapshot.queue,
            .linked = snapshot.linked ? snapshot.queue : nullptr,
            .folder = folder(snapshot),
            .settings = {recipe, snapshot.weightings},
            .suits_picture = snapshot.suits_picture,
            .palette_name = snapshot.palette_name,
            .write = form_.request(facts(snapshot))};
}

void QueueDialog::draw_targets(const FrameContext& frame, FileDialog& files) {
    form_.draw_format(facts(frame.snapshot), frame.gui);
    folder_.draw("Folder", files, frame.snapshot.queue->front().parent_path(), opens_, frame.gui);
    form_.draw_files(facts(frame.snapshot), frame.gui);
    form_.draw_options(facts(frame.snapshot), slots_, frame.gui);
    if (form_.writes_picture()) loss_lines(losses_in("name" + form_.extension(), false, nullptr), frame.gui);
}

void QueueDialog::draw_failures(const QueueProgress& progress, const Gui& gui) const {
    if (progress.count(State::failed) == 0 && progress.notice.empty()) return;
    const float row = ImGui::GetTextLineHeightWithSpacing();
    const auto lines = static_cast<float>(std::min<std::size_t>(progress.count(State::failed), 5) + 1);
    ImGui::BeginChild("failures", {0, lines * row});
    if (!progress.notice.empty()) wrapped_text(progress.notice, gui.theme().warning);
    for (const QueueProgress::Item& item : progress.items)
        if (item.state == State::failed) wrapped_text(item.failure, gui.theme().warning);
    ImGui::EndChild();
}

void QueueDialog::draw_progress(const FrameContext& frame) const {
    if (!started_ || !frame.snapshot.queue_export) return;
    const QueueProgress& progress = *frame.snapshot.queue_export;
    ImGui::Spacing();
    ImGui::TextUnformatted(summary(progress).c_str());
    progress_line(progress.running ? frame.snapshot.queue_share : 1, frame.gui);
    ImGui::Spacing();
    draw_failures(progress, frame.gui);
}

void QueueDialog::start(QueueExport request, Session& session) {
    session.export_queue(std::move(request));
    started_ = true;
}

/// Asks which files would be replaced once anything has changed that may decide on them.
void QueueDialog::ask_replaced(const FrameContext& frame) {
    Targets now{frame.snapshot.revision, folder_.text(), form_.request(facts(frame.snapshot))};
    if (now == asked_) return;
    asked_ = std::move(now);
    frame.session.prepare_queue_export(request(frame.snapshot));
}

/// Asks about files that would be replaced; returns whether there are any.
bool QueueDialog::draw_replaced(const FrameContext& frame, bool ready) {
    ask_replaced(frame);
    // Until the files are known, each picture's export refuses to replace one.
    const ConfirmedFiles replaced = frame.snapshot.replaced;
    if (!replaces_any(replaced)) return false;
    ImGui::BeginDisabled(!ready);
    const bool agrees = ask_to_replace(replaced_sentence(*replaced), frame.gui);
    ImGui::EndDisabled();
    if (!agrees || form_.refuses_number()) return true;
    QueueExport confirmed = request(frame.snapshot);
    confirmed.write.overwrite = Overwrite::yes;
    confirmed.replaced = replaced;
    start(std::move(confirmed), frame.session);
    return true;
}

void QueueDialog::draw_buttons(const FrameContext& frame) {
    const float width = end_button_width(frame.gui);
    const bool ready = !runs(frame.snapshot) && form_.writes_any(facts(frame.snapshot)) && !folder_.empty();
    const bool replaces = !runs(frame.snapshot) && draw_replaced(frame, ready);
    ImGui::Spacing();
    const bool failed =
        started_ && !runs(frame.snapshot) && frame.snapshot.queue_export->count(State::failed) > 0;
    if (failed && ImGui::Button("Try those again")) {
        QueueExport again = request(frame.snapshot);
        again.files = failed_files(*frame.snapshot.queue_export);
        start(std::move(again), frame.session);
    }
    if (failed) ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x);
    if (runs(frame.snapshot)) {
        if (ImGui::Button("Stop", {width, 0})) frame.session.cancel_queue_export();
        tooltip("Files that are already written stay.", frame.gui);
    } else if (ImGui::Button("Close", {width, 0})) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::SameLine();
    if (default_button("Export", ready && !replaces, frame.gui) && !form_.refuses_number())
        start(request(frame.snapshot), frame.session);
}

void QueueDialog::draw_form(const FrameContext& frame, FileDialog& files) {
    dialog_title("Export " + counted(frame.snapshot.queue->size(), "picture", "pictures"), frame.gui);
    const std::string name = suggested_stem({}, *frame.snapshot.settings, frame.snapshot.palette_name);
    if (frame.snapshot.linked)
        ImGui::TextDisabled("All with one palette and the current settings, as \u201cname%s\u201d.",
                            name.c_str());
    else if (frame.snapshot.suits_picture)
        ImGui::TextDisabled("Each with the look that suits it and its own edits.");
    else
        ImGui::TextDisabled("Each with the current settings and its own edits, as \u201cname%s\u201d.",
                            name.c_str());
    ImGui::Spacing();
    begin_body(frame.gui);
    ImGui::BeginDisabled(runs(frame.snapshot));
    draw_targets(frame, files);
    ImGui::EndDisabled();
    draw_progress(frame);
    end_body();
    draw_buttons(frame);
}

bool QueueDialog::has_succeeded(const Snapshot& snapshot) const {
    return started_ && snapshot.queue_export && !snapshot.queue_export->running &&
           snapshot.queue_export->notice.empty() &&
           snapshot.queue_export->count(State::written) == snapshot.queue_export->items.size();
}

void QueueDialog::draw_end(const FrameContext& frame, ShowInFolder& show_in_folder) const {
    const QueueProgress& progress = *frame.snapshot.queue_export;
    dialog_title("Exported " + counted(progress.items.size(), "picture", "pictures"), frame.gui);
    if (const auto kept = std::ranges::count(progress.items, true, &QueueProgress::Item::kept); kept > 0)
        ImGui::TextWrapped("%s no larger than the result, so the source was written instead.",
                           counted(std::size_t(kept), "picture was", "pictures were").c_str());
    ImGui::Spacing();
    draw_written({}, folder(frame.snapshot).string(), progress.items.front().written, show_in_folder,
                 frame.gui);
}

void QueueDialog::draw(const FrameContext& frame, FileDialog& files, ShowInFolder& show_in_folder) {
    if (opens_) frame.session.recheck_files();
    if (!begin_dialog("export queue", DialogKind::form, opens_, 600, frame.gui)) return;
    if (has_succeeded(frame.snapshot))
        draw_end(frame, show_in_folder);
    else
        draw_form(frame, files);
    end_dialog();
}

QueueDialog::Closing QueueDialog::draw_closing(const FrameContext& frame) {
    if (!begin_dialog("closing", DialogKind::form, asks_to_close_, 520, frame.gui)) return Closing::not_yet;
    Closing answer = Closing::not_yet;
    if (!runs(frame.snapshot)) answer = Closing::later; // it has ended meanwhile
    dialog_title("Pictures are still being exported", frame.gui);
    ImGui::TextWrapped(
        "%s. Close the window once the others are written, or stop the export now? Written files "
        "stay.",
        frame.snapshot.queue_export ? summary(*frame.snapshot.queue_export).c_str() : "");
    ImGui::Spacing();
    if (ImGui::Button("Stop and close")) answer = Closing::now;
    ImGui::SameLine();
    cancel_button(frame.gui);
    if (default_button("Close later", true, frame.gui)) answer = Closing::later;
    if (answer != Closing::not_yet) ImGui::CloseCurrentPopup();
    end_dialog();
    return answer;
}

}
