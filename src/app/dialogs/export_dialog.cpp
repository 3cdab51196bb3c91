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
#include <unordered_set>
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
    if (format_named(path) || is_palette_name(path) || is_svg_name(path)) path.replace_extension();
    return path;
}

/// The visible colours of a result if some are hidden; else empty, which means all.
std::vector<Rgb> visible_colors(const Result& result, const ViewState& state) {
    if (state.isolated && std::ranges::count(result.swatches, *state.isolated, &Swatch::color) > 0)
        return {*state.isolated};
    return count_hidden(result, state.display.hidden) == 0 ? std::vector<Rgb>()
                                                           : shown_in(result, state.display.hidden);
}

/// Those of these colours that are there without dithering, too. All of them if none is, so that the export
/// says so.
std::vector<Rgb> without_mixed(const std::vector<Rgb>& colors, const Result& result) {
    std::unordered_set<std::uint32_t> plain;
    for (const Swatch& swatch : swatches_of(*result.palette)) plain.insert(swatch.color.code());
    std::vector<Rgb> left;
    std::ranges::copy_if(colors, std::back_inserter(left),
                         [&](Rgb color) { return plain.contains(color.code()); });
    return left.empty() ? colors : left;
}

/// The extension that the next export of a document begins with.
std::string first_extension(const Document& document, const ExportSettings& last) {
    const std::filesystem::path name = "name" + last.format.string();
    const bool is_known = format_named(name).has_value() || is_svg_name(name);
    if (is_known && frames_of(document) == 1) return last.format.string();
    return suggested_target(document, {}).extension().string();
}

}

void ExportDialog::open(const Snapshot& snapshot, const ExportSettings& last, std::size_t frame) {
    if (!snapshot.document) return;
    opens_ = true;
    document_ = snapshot.document;
    source_ = snapshot.document->path;
    waits_ = writing_ = false;
    failure_.reset();
    written_.clear();
    folder_ = last.folder.empty() ? snapshot.document->path.parent_path() : last.folder;
    weightings_ = snapshot.weightings;
    frame_ = frame;
    form_.set_extension(first_extension(*snapshot.document, last));
    form_.set_parts(last.parts);
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
    if (const auto asked = colors_asked_for(recipe); asked && snapshot.exact()) {
        recipe.palette.colors = std::uint32_t(std::min<std::uint64_t>(*asked, most_colors(snapshot)));
        recipe.labels.tiles.reset(); // it is the number in all tiles
    }
    const std::string name =
        (folder_ / suggested_stem(snapshot.document->path, recipe, snapshot.palette_name)).string();
    if (name == suggested_) return;
    if (path_.text() == (suggested_.empty() ? "" : suggested_ + form_.extension()))
        path_.set(name + form_.extension());
    suggested_ = name;
}

/// Looks at the pixels once, as there may be many.
void ExportDialog::look_at_pixels(const Snapshot& snapshot) {
    const auto& document = snapshot.document;
    if (!document) return;
    if (document != pixels_.of) {
        const AlphaKinds kinds = alpha_kinds(*document->image);
        pixels_ = {.of = document, .have_alpha = kinds.soft || kinds.clear, .are_soft = kinds.soft};
    }
    const bool indexed = form_.request(facts(snapshot)).indexed;
    const std::string name = "name" + form_.extension();
    if (pixels_.name == name && pixels_.indexed == indexed) return;
    pixels_.name = name;
    pixels_.indexed = indexed;
    pixels_.losses = losses_in(pixels_.name, indexed, document.get());
}

/// Lets the size of the file be found that the dialog would offer first, for the label of a single result.
void ExportDialog::measure(const FrameContext& frame) {
    const auto& document = frame.snapshot.document;
    if (!document || !frame.snapshot.exact() || frame.snapshot.weightings == Weightings::both) return;
    if (document != document_.lock()) {
        document_ = document;
        form_.set_extension(first_extension(*document, frame.state.settings.exports));
    }
    if (form_.is_svg()) return;
    if (pixels_.of != document) pixels_ = {};
    ExportRequest measured{.write = placed(form_.request(facts(frame.snapshot)), "picture"),
                           .weightings = frame.snapshot.weightings};
    frame.session.measure_export(measured);
}

ExportFacts ExportDialog::facts(const Snapshot& snapshot) const {
    const bool joins = pixels_.are_soft && !snapshot.picture_is_linked && !snapshot.recipe->labels.tiles &&
                       snapshot.recipe->source.alpha.kind == AlphaMode::Kind::keep;
    return {.too_many = joins || fits_indexed(snapshot) ? std::nullopt : std::optional(most_colors(snapshot)),
            .is_animation = is_animation(snapshot),
            .has_alpha = pixels_.have_alpha,
            .keeps_slots = keeps_slots(*snapshot.recipe),
            .dithers = dithers_as_looks(*snapshot.recipe)};
}

/// Whether the picture's file gets all frames of an animation.
bool ExportDialog::writes_frames(const Snapshot& snapshot) const {
    return !is_animation(snapshot) || !form_.writes_picture() || is_animated_name("name" + form_.extension());
}

ExportRequest ExportDialog::request(const Snapshot& snapshot) const {
    const std::filesystem::path picture = path_.path(folder_, form_.extension());
    WriteRequest write = placed(form_.request(facts(snapshot)), without_extension(picture));
    if (form_.writes_picture()) write.picture = picture; // as typed, if of an unknown format
    write.frame = frame_;
    return {.write = std::move(write), .weightings = weightings_};
}

/// The request with the colours that are visible in the results, and are in the files.
ExportRequest ExportDialog::with_colors(ExportRequest request, const FrameContext& frame) const {
    if (only_shown_ && has_hidden(frame.state))
        for (const Weighting weighting : each(weightings_))
            if (const auto& result = frame.snapshot.result(weighting)) {
                std::vector<Rgb> colors = visible_colors(*result, frame.state);
                if (dithers_as_looks(result->recipe)) colors = without_mixed(colors, *result);
                request.part_colors[static_cast<std::size_t>(weighting)] = std::move(colors);
            }
    return request;
}

/// Offers the look for areas, which the picture shows behind the dialog, where nobody has chosen one.
void ExportDialog::offer_flat(const FrameContext& frame) {
    const Snapshot& now = frame.snapshot;
    const bool are_few = now.picture && now.picture->colors.size() <= *recipe_of(Look::flat).palette.colors;
    if (!now.suits_picture || now.suiting != Look::photo || are_few) return;
    ImGui::SetCursorPosX(caption_column(frame.gui));
    ImGui::AlignTextToFramePadding();
    muted_text("Areas have cleaner edges by another look:", frame.gui);
    ImGui::SameLine();
    if (link("flat", "Use Flat", frame.gui)) frame.session.set(Look::flat);
}

/// Offers the settings with which the picture can be written.
void ExportDialog::offer_remedies(const FrameContext& frame) const {
    bool is_first = true;
    for (const Remedy& remedy : remedies_of(complaint_->refusal(), frame.snapshot)) {
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

/// The next export begins with what this one wrote.
void ExportDialog::remember(ExportSettings& last) const {
    const std::filesystem::path folder = written_.front().parent_path();
    last.folder = folder == source_.parent_path() ? std::filesystem::path() : folder;
    const auto document = document_.lock();
    const bool has_format = form_.writes_picture() || form_.is_svg();
    if (has_format && document && frames_of(*document) == 1) last.format = form_.extension();
    last.parts = form_.parts();
}

/// Tells here, and nowhere else, whether the files have been written.
void ExportDialog::await_end(const FrameContext& frame) {
    if (!writing_ || frame.snapshot.exporting) return;
    writing_ = false;
    if (const Exported& exported = frame.snapshot.exported; !exported.sentence.empty()) {
        note_written(exported.bytes);
        remember(frame.state.settings.exports);
        std::ranges::copy(exported.notes, std::back_inserter(written_names_));
        return frame.session.dismiss_exported();
    }
    asked_.request = request(frame.snapshot); // until this is changed
    take_failure(frame.session);
}

/// Tells why nothing was written.
void ExportDialog::take_failure(Session& session) {
    const Snapshot& now = session.live();
    if (!now.notice.empty()) failure_.emplace(ErrorKind::output, now.notice, now.refusal);
    session.dismiss_notice();
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
    if (form_.draw_format(known, frame.gui))
        path_.set(without_extension(path_.text()).string() + form_.extension());
    path_.draw("File", files, folder_, opens_, frame.gui);
    form_.set_extension(path_.extension()); // the typed name decides on the format
    form_.draw_files(known, frame.gui);
    if (form_.writes_parts() && !known.is_animation) offer_flat(frame);
    draw_only_shown(frame);
    Recipe recipe = frame.session.recipe();
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
    if (document->path != source_)
        open(frame.snapshot, frame.state.settings.exports, frame.state.playback.frame());
    opens_ = waits_ = false;
    document_ = document;
    if (!waited) return;
    failure_.emplace(ErrorKind::output,
                     "A picture was opened before the final result was there, so nothing was written.",
                     Refusal{});
    asked_ = {.request = request(frame.snapshot)};
}

/// Writes the files of the form, once the result is final; `replaced` are those that the user agrees to
/// replace, null: none.
void ExportDialog::confirm(const FrameContext& frame, const ExportRequest& next,
                           const ConfirmedFiles& replaced) {
    // The form may have changed the recipe in this frame.
    const Snapshot& now = frame.session.live();
    waits_ = true;
    asked_ = {next, *now.recipe, replaced};
    if (!now.exact() && !is_working(now)) frame.session.resume();
}

/// Writes the confirmed files, whatever the form says now.
void ExportDialog::start(const FrameContext& frame) {
    // Only the final result tells which of its colours are visible.
    ExportRequest confirmed = with_colors(asked_.request, frame);
    asked_.recipe = *frame.snapshot.recipe;
    confirmed.write.overwrite = asked_.replaced ? Overwrite::yes : Overwrite::no;
    confirmed.replaced = asked_.replaced;
    failure_.reset();
    waits_ = false;
    writing_ = frame.session.export_results(confirmed);
    if (!writing_) take_failure(frame.session);
}

void ExportDialog::draw_footer(const FrameContext& frame) {
    const ExportRequest next = request(frame.snapshot);
    frame.session.prepare_export(next);
    if (failure_ &&
        (asked_.request != next || asked_.recipe.value_or(*frame.snapshot.recipe) != *frame.snapshot.recipe))
        failure_.reset();
    draw_complaint(frame);
    const bool ready = frame.snapshot.document && form_.writes_any(facts(frame.snapshot)) && !path_.empty() &&
                       !frame.snapshot.exporting && !waits_;
    // Until the files are known, the export itself refuses to replace one.
    const ConfirmedFiles replaced = frame.snapshot.replaced;
    if (replaces_any(replaced)) {
        ImGui::BeginDisabled(!ready);
        if (ask_to_replace(replaced_sentence(*replaced), frame.gui) && !form_.refuses_number())
            confirm(frame, next, replaced);
        ImGui::EndDisabled();
    } else if (!waits_ && !complaint_) {
        ImGui::Dummy({1, ImGui::GetFrameHeight()}); // room for either, so that the buttons do not move
    }
    ImGui::Spacing();
    draw_buttons(frame, next, ready && !replaces_any(replaced));
    const Snapshot& now = frame.session.live();
    if (waits_ && frame.snapshot.exact() && now.exact()) start(frame);
    if (!now.exact() && !is_working(now)) waits_ = false; // it was cancelled or failed
}

void ExportDialog::draw_buttons(const FrameContext& frame, const ExportRequest& next, bool ready) {
    ImGui::BeginDisabled(!writes_frames(frame.snapshot));
    if (frame.snapshot.document && ImGui::Button("Copy as command"))
        copy(cli_command(frame.snapshot, with_colors(next, frame)), "the command", frame.state);
    ImGui::EndDisabled();
    tooltip("The huedrift-cli command that writes the same bytes.", frame.gui);
    ImGui::SameLine();
    cancel_button(frame.gui);
    if (default_button("Export", ready, frame.gui) && !form_.refuses_number()) confirm(frame, next, nullptr);
}

void ExportDialog::draw(const FrameContext& frame, FileDialog& files, ShowInFolder& show_in_folder) {
    if (opens_) frame.session.recheck_files();
    if (!begin_dialog("export", DialogKind::form, opens_, 640, frame.gui)) {
        waits_ = false;
        return measure(frame);
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
