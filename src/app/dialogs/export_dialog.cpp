#include "app/dialogs/export_dialog.h"

#include "app/dialogs/file_dialog.h"
#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "image/indexed_image.h"
#include "palette/palette_file.h"
#include "pipeline/file_colors.h"
#include "session/export.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace huedrift::app {
namespace {

/// The largest number of colours in the shown results.
std::size_t most_colors(const Snapshot& snapshot) {
    std::size_t most = 0;
    for (const Weighting weighting : each(snapshot.weightings))
        if (const auto& result = snapshot.result(weighting)) most = std::max(most, result->swatches.size());
    return most;
}

/// "640 × 480 px, "; empty without a result.
std::string size_text(const Snapshot& snapshot) {
    const auto& result = snapshot.result(each(snapshot.weightings).front());
    if (!result) return "";
    const ImageView frame = frame_of(*result->picture->document, *result->picture->image, 0);
    const std::int64_t scale = result->recipe.labels.scale;
    const auto& grid = result->grid;
    return (grid ? dimensions(scale * grid->columns.cells(), scale * grid->rows.cells())
                 : dimensions(frame.width, frame.height)) +
           " px, ";
}

/// Whether an indexed picture can hold the shown results, as far as their colours tell.
bool fits_indexed(const Snapshot& snapshot) {
    return most_colors(snapshot) <= max_entries ||
           snapshot.recipe->source.alpha.kind == AlphaMode::Kind::levels;
}

bool is_animation(const Snapshot& snapshot) { return snapshot.document && frames_of(*snapshot.document) > 1; }

bool has_hidden(const ViewState& state) { return state.isolated || !state.display.hidden.empty(); }

/// The path without the extension of a picture or a palette; a point in a radius begins none.
std::filesystem::path without_extension(std::filesystem::path path) {
    if (format_named(path) || is_palette_name(path)) path.replace_extension();
    return path;
}

/// The visible colours of a result if some are hidden; else empty, which means all.
std::vector<Rgb> visible_colors(const Result& result, const ViewState& state) {
    if (state.isolated && std::ranges::count(result.swatches, *state.isolated, &Swatch::color) > 0)
        return {*state.isolated};
    return hidden_in(result, state.display.hidden).empty() ? std::vector<Rgb>()
                                                           : shown_in(result, state.display.hidden);
}

}

void ExportDialog::open(const Snapshot& snapshot, std::size_t frame) {
    if (!snapshot.document) return;
    wanted_ = true;
    document_ = snapshot.document;
    source_ = snapshot.document->path;
    waits_ = writing_ = false;
    failure_.reset();
    written_.clear();
    folder_ = snapshot.document->path.parent_path();
    weightings_ = snapshot.weightings;
    frame_ = frame;
    form_.set_extension(suggested_target(*snapshot.document, {}).extension().string());
    path_.set("");
    path_.select_name();
    suggested_.clear();
    named_at_ = 0;
    suggest_name(snapshot);
}

/// Keeps the suggested name true until another one is typed: a final result may have fewer colours than were
/// asked for.
void ExportDialog::suggest_name(const Snapshot& snapshot) {
    if (!snapshot.document || waits_ || writing_ || snapshot.revision == named_at_) return;
    named_at_ = snapshot.revision;
    Recipe recipe = *snapshot.recipe;
    if (recipe.palette.colors && snapshot.exact())
        recipe.palette.colors = std::min(*recipe.palette.colors, std::uint32_t(most_colors(snapshot)));
    const std::string name = (snapshot.document->path.parent_path() /
                              suggested_stem(snapshot.document->path, recipe, snapshot.palette_name))
                                 .string();
    if (name == suggested_) return;
    if (path_.text() == (suggested_.empty() ? "" : suggested_ + form_.extension()))
        path_.set(name + form_.extension());
    suggested_ = name;
}

/// Looks at the pixels once, as there may be many.
void ExportDialog::look_at_pixels(const Snapshot& snapshot) {
    const auto& document = snapshot.document;
    if (!document) return;
    if (document != pixels_.of)
        pixels_ = {.of = document,
                   .have_alpha = std::ranges::any_of(document->image->pixels(),
                                                     [](Rgba8 pixel) { return pixel.a != 255; })};
    const bool indexed = form_.request(facts(snapshot)).indexed;
    if (pixels_.name == path_.text() && pixels_.indexed == indexed) return;
    pixels_.name = path_.text();
    pixels_.indexed = indexed;
    pixels_.losses = losses_in(pixels_.name, indexed, document.get());
}

ExportFacts ExportDialog::facts(const Snapshot& snapshot) const {
    return {.too_many = fits_indexed(snapshot) ? std::nullopt : std::optional(most_colors(snapshot)),
            .is_animation = is_animation(snapshot),
            .has_alpha = pixels_.have_alpha,
            .keeps_slots = keeps_slots(*snapshot.recipe)};
}

/// Whether the picture's file gets all frames of an animation.
bool ExportDialog::writes_frames(const Snapshot& snapshot) const {
    return !is_animation(snapshot) || !form_.writes_picture() || is_animated_name("name" + form_.extension());
}

ExportRequest ExportDialog::request(const Snapshot& snapshot) const {
    WriteRequest write = placed(form_.request(facts(snapshot)), without_extension(path_.path(folder_)));
    if (form_.writes_picture()) write.picture = path_.path(folder_); // as typed, if of an unknown format
    write.frame = frame_;
    return {.write = std::move(write), .weightings = weightings_};
}

/// The request with the colours that are visible in the results.
ExportRequest ExportDialog::with_colors(ExportRequest request, const FrameContext& frame) const {
    if (only_shown_ && has_hidden(frame.state))
        for (const Weighting weighting : each(weightings_))
            if (const auto& result = frame.snapshot.result(weighting))
                request.part_colors[static_cast<std::size_t>(weighting)] =
                    visible_colors(*result, frame.state);
    return request;
}

/// Offers the settings with which the picture can be written.
void ExportDialog::offer_remedies(const FrameContext& frame) const {
    bool is_first = true;
    for (const Remedy& remedy : remedies_of(complaint_->refusal(), frame.session.snapshot())) {
        if (!std::exchange(is_first, false)) ImGui::SameLine();
        if (ImGui::Button(remedy.label.c_str())) frame.session.set(remedy.recipe);
        tooltip(remedy.about, frame.gui);
    }
}

void ExportDialog::draw_complaint(const FrameContext& frame) {
    complaint_ = !failure_ && form_.writes_picture() ? frame.snapshot.export_refusal : failure_;
    if (complaint_) {
        warning_text(complaint_->what(), frame.gui);
        ImGui::BeginDisabled(waits_);
        offer_remedies(frame);
        ImGui::EndDisabled();
        return;
    }
    if (!waits_) return;
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("Waiting for the final result.");
}

void ExportDialog::note_written(const std::vector<std::uintmax_t>& bytes) {
    written_names_.clear();
    for (const WriteTarget& target : export_targets(asked_.request)) written_.push_back(target.path.file());
    const std::filesystem::path folder = written_.front().parent_path();
    for (std::size_t i = 0; i < written_.size(); ++i) {
        const std::filesystem::path& file = written_[i];
        const std::string name = (file.parent_path() == folder ? file.filename() : file).string();
        written_names_.push_back(name + (bytes[i] == 0 ? "" : ", " + file_size(bytes[i])));
    }
}

/// Tells here, and nowhere else, whether the files have been written.
void ExportDialog::await_end(const FrameContext& frame) {
    if (!writing_ || frame.snapshot.exporting) return;
    writing_ = false;
    if (const Exported& exported = frame.snapshot.exported; !exported.sentence.empty()) {
        note_written(exported.bytes);
        std::ranges::copy(exported.notes, std::back_inserter(written_names_));
        return frame.session.dismiss_exported();
    }
    if (!frame.snapshot.notice.empty())
        failure_.emplace(ErrorKind::output, frame.snapshot.notice, frame.snapshot.refusal);
    asked_.request = request(frame.snapshot); // until this is changed
    frame.session.dismiss_notice();
}

/// Leaves hidden colours out of the parts.
void ExportDialog::draw_only_shown(const FrameContext& frame) {
    if (!form_.writes_parts()) return;
    ImGui::SetCursorPosX(caption_column(frame.gui));
    ImGui::BeginDisabled(!has_hidden(frame.state));
    checkbox("Only shown colours", only_shown_,
             "Leave out hidden colours, or all but the colour shown alone.", frame.gui);
    ImGui::EndDisabled();
}

/// The frames of an animation for the picture's file.
void ExportDialog::draw_frames(const FrameContext& frame) const {
    if (!is_animation(frame.snapshot) || !form_.writes_picture()) return;
    const std::size_t frames = frames_of(*frame.snapshot.document);
    ImGui::SetCursorPosX(caption_column(frame.gui));
    if (writes_frames(frame.snapshot))
        ImGui::Text("All %s", counted(frames, "frame", "frames").c_str());
    else
        ImGui::Text("Frame %zu of %zu, as shown. GIF and APNG files hold all frames.", frame_ + 1, frames);
}

/// The size of the picture, of its file and of the source's.
void ExportDialog::draw_size(const FrameContext& frame) {
    if (!frame.snapshot.document) return;
    const std::uintmax_t source = frame.snapshot.document->file_bytes;
    ImGui::SetCursorPosX(caption_column(frame.gui));
    ImGui::AlignTextToFramePadding();
    if (!form_.writes_picture() || !frame.snapshot.export_bytes)
        return ImGui::TextDisabled("Source %s", file_size(source).c_str());
    const std::uintmax_t bytes = *frame.snapshot.export_bytes;
    ImGui::TextDisabled("%s%s%s (source %s)", size_text(frame.snapshot).c_str(),
                        form_.request(facts(frame.snapshot)).smallest ? "at most " : "",
                        file_size(bytes).c_str(), file_size(source).c_str());
    if (bytes <= source) return;
    ImGui::SameLine();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(packed(frame.gui.theme().warning)),
                       "larger than the source");
    form_.draw_smaller(frame.gui);
}

void ExportDialog::draw_targets(const FrameContext& frame, FileDialog& files) {
    const ExportFacts known = facts(frame.snapshot);
    if (form_.draw_format(frame.gui)) path_.set(without_extension(path_.text()).string() + form_.extension());
    path_.draw("File", files, folder_, wanted_, frame.gui);
    // The typed name decides on the format.
    form_.set_extension(std::filesystem::path(path_.text()).extension().string());
    form_.draw_files(known, frame.gui);
    draw_only_shown(frame);
    Recipe recipe = *frame.session.snapshot().recipe;
    if (form_.draw_options(known, recipe.output, frame.gui)) frame.session.set(recipe);
    draw_frames(frame);
    if (form_.writes_picture()) loss_lines(pixels_.losses, frame.gui);
    draw_size(frame);
    if (frame.snapshot.weightings != Weightings::both) return;
    weightings_ = weightings_choice(weightings_, frame.gui).value_or(weightings_);
}

void ExportDialog::draw_form(const FrameContext& frame, FileDialog& files) {
    if (frame.snapshot.weightings != Weightings::both) weightings_ = frame.snapshot.weightings;
    suggest_name(frame.snapshot);
    look_at_pixels(frame.snapshot);
    begin_body(frame.gui);
    ImGui::BeginDisabled(waits_);
    draw_targets(frame, files);
    ImGui::EndDisabled();
    end_body();
    ImGui::Spacing();
    draw_footer(frame);
}

/// Another picture may be opened behind the dialog, such as a dropped one. The names are then those for it,
/// and files that were confirmed for the other one are not written.
void ExportDialog::follow(const FrameContext& frame) {
    const std::shared_ptr<const Document>& document = frame.snapshot.document;
    if (document == document_.lock()) return;
    const bool waited = waits_;
    if (document->path != source_) open(frame.snapshot, frame.state.playback.frame());
    wanted_ = waits_ = false;
    document_ = document;
    if (!waited) return;
    failure_.emplace(ErrorKind::output,
                     "A picture was opened before the final result was there, so nothing was written.",
                     Refusal{});
    asked_ = {.request = request(frame.snapshot)};
}

/// Writes the confirmed files, whatever the form says now.
void ExportDialog::start(const FrameContext& frame) {
    // Only the final result tells which of its colours are visible.
    ExportRequest confirmed = with_colors(asked_.request, frame);
    asked_.recipe = *frame.snapshot.recipe;
    confirmed.write.overwrite = asked_.replaced ? Overwrite::yes : Overwrite::no;
    confirmed.replaced = asked_.replaced;
    frame.session.export_results(confirmed);
    failure_.reset();
    waits_ = false;
    writing_ = true;
}

void ExportDialog::draw_footer(const FrameContext& frame) {
    const ExportRequest wanted = request(frame.snapshot);
    frame.session.prepare_export(wanted);
    if (failure_ && (asked_.request != wanted ||
                     asked_.recipe.value_or(*frame.snapshot.recipe) != *frame.snapshot.recipe))
        failure_.reset();
    draw_complaint(frame);
    // Until the files are known, the export itself refuses to replace one.
    const bool replaces = warn_of_replaced(frame.snapshot.replaced, frame.gui);
    // Room for either, so that the buttons do not move.
    if (!replaces && !waits_ && !complaint_) ImGui::Dummy({1, ImGui::GetFrameHeight()});
    ImGui::Spacing();
    draw_buttons(frame, wanted, replaces);
}

void ExportDialog::draw_buttons(const FrameContext& frame, const ExportRequest& wanted, bool replaces) {
    ImGui::BeginDisabled(!writes_frames(frame.snapshot));
    if (frame.snapshot.document && ImGui::Button("Copy as command"))
        copy(cli_command(*frame.snapshot.document, *frame.snapshot.recipe, with_colors(wanted, frame)),
             "the command", frame.state);
    ImGui::EndDisabled();
    tooltip("The huedrift-cli command that writes the same bytes.", frame.gui);
    ImGui::SameLine();
    cancel_button(frame.gui);
    const bool ready = frame.snapshot.document && form_.writes_any(facts(frame.snapshot)) && !path_.empty() &&
                       !frame.snapshot.exporting && !waits_;
    if (default_button("Export", replaces, ready, frame.gui)) {
        waits_ = true;
        asked_ = {wanted, *frame.snapshot.recipe, replaces ? frame.snapshot.replaced : nullptr};
        if (!frame.snapshot.exact() && !is_working(frame.snapshot)) frame.session.resume();
    }
    if (waits_ && frame.snapshot.exact()) start(frame);
    // It was cancelled or failed.
    if (!frame.session.snapshot().exact() && !is_working(frame.session.snapshot())) waits_ = false;
}

void ExportDialog::draw(const FrameContext& frame, FileDialog& files, ShowInFolder& show_in_folder) {
    if (wanted_) frame.session.recheck_files();
    if (!begin_dialog("export", DialogKind::form, wanted_, 640, frame.gui)) {
        waits_ = false;
        return;
    }
    await_end(frame);
    if (written_.empty()) follow(frame);
    dialog_title(written_.empty() ? "Export" : "Exported", frame.gui);
    ImGui::Spacing();
    if (written_.empty())
        draw_form(frame, files);
    else
        draw_written(written_names_, written_.front().parent_path().string(), written_.front(),
                     show_in_folder, frame.gui);
    end_dialog();
}

}
