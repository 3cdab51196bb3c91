#include "app/dialogs/export_dialog.h"

#include "app/dialogs/file_choices.h"
#include "app/dialogs/file_dialog.h"
#include "app/ui/dialog.h"
#include "app/ui/fields.h"
#include "app/ui/show_in_folder.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "pipeline/file_colors.h"
#include "session/export.h"
#include "session/remedies.h"

#include <imgui.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace huedrift::app {
namespace {

template <std::size_t size>
void put(std::array<char, size>& field, const std::string& text) {
    const std::size_t length = std::min(text.size(), size - 1);
    std::memcpy(field.data(), text.data(), length);
    field[length] = 0;
}

constexpr std::size_t max_indexed = 256;
constexpr NumberRange indices{0, max_indexed - 1, true};

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
    const auto text = [](std::size_t width, std::size_t height) {
        return std::to_string(width) + " \u00d7 " + std::to_string(height) + " px, ";
    };
    if (const auto& grid = result->grid) {
        const std::size_t scale = result->recipe.labels.scale;
        return text(scale * std::size_t(grid->columns.cells()), scale * std::size_t(grid->rows.cells()));
    }
    const ImageView frame = frame_of(*result->picture->document, *result->picture->image, 0);
    return text(std::size_t(frame.width), std::size_t(frame.height));
}

bool has_alpha_levels(const Snapshot& snapshot) {
    return snapshot.recipe->source.alpha.kind == AlphaMode::Kind::levels;
}

/// Whether an indexed picture can hold the shown results, as far as their colours tell.
bool fits_indexed(const Snapshot& snapshot) {
    return most_colors(snapshot) <= max_indexed || has_alpha_levels(snapshot);
}

bool is_animation(const Snapshot& snapshot) { return snapshot.document && frames_of(*snapshot.document) > 1; }

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
    failure_.clear();
    written_.clear();
    folder_ = snapshot.document->path.parent_path();
    weightings_ = snapshot.weightings;
    frame_ = frame;
    // The name says how many colours there are, which may be fewer than asked for.
    Recipe recipe = *snapshot.recipe;
    if (recipe.palette.colors && snapshot.exact())
        recipe.palette.colors = std::min(*recipe.palette.colors, std::uint32_t(most_colors(snapshot)));
    const std::filesystem::path target = suggested_target(*snapshot.document, recipe, snapshot.palette_name);
    // The point of a radius must not count as the beginning of an extension.
    const std::string name = (target.parent_path() / target.stem()).string();
    for (Row& row : rows_) put(row.path, name + row.ending);
    put(rows_[picture].path, target.string());
}

/// The file that a typed path means: "~" is the home folder, and a bare name is a file beside the picture.
std::filesystem::path ExportDialog::target(const Field& path) const {
    if (!path[0]) return {};
    const std::string text = path.data();
    return path_meant(text, folder_).value_or(folder_ / text);
}

std::filesystem::path ExportDialog::path_of(RowIndex row) const {
    return rows_[row].wanted ? target(rows_[row].path) : std::filesystem::path();
}

/// The extension of the picture's name.
std::filesystem::path ExportDialog::extension() const {
    return std::filesystem::path(rows_[picture].path.data()).extension();
}

Indexing ExportDialog::indexing_of() const { return app::indexing_of(rows_[picture].path.data()); }

bool ExportDialog::writes_png() const { return indexing_of() == Indexing::where_smaller; }

/// Whether the picture's file gets a palette on request.
bool ExportDialog::may_be_indexed() const { return writes_png() || indexing_of() == Indexing::on_request; }

/// Whether it is requested.
bool ExportDialog::is_indexed(const Snapshot& snapshot) const {
    return indexed_ && may_be_indexed() && fits_indexed(snapshot);
}

bool ExportDialog::is_truecolor() const { return truecolor_ && writes_png(); }

/// Whether the source cannot take the result's place, as it may have a palette or not.
bool ExportDialog::has_promise(const Snapshot& snapshot) const {
    return is_indexed(snapshot) || is_truecolor();
}

/// Whether the picture's file gets all frames of an animation.
bool ExportDialog::writes_frames(const Snapshot& snapshot) const {
    return !is_animation(snapshot) || !rows_[picture].wanted || is_animated_name(rows_[picture].path.data());
}

/// Finds the visible colours of a result once it or they have changed: there may be 65,536.
const std::vector<Rgb>& ExportDialog::chosen_colors(const FrameContext& frame, Weighting weighting) {
    Chosen& chosen = chosen_[static_cast<std::size_t>(weighting)];
    const auto& result = frame.snapshot.result(weighting);
    const ViewState& state = frame.state;
    const std::uint64_t id = result ? result->id : 0;
    if (chosen.result == id && chosen.isolated == state.isolated && chosen.hidden == state.display.hidden)
        return chosen.colors;
    chosen = {id, state.isolated, state.display.hidden,
              result ? visible_colors(*result, state) : std::vector<Rgb>()};
    return chosen.colors;
}

ExportRequest ExportDialog::request(const FrameContext& frame) {
    std::array<std::vector<Rgb>, 2> colors;
    if (only_shown_)
        for (const Weighting weighting : each(weightings_))
            colors[static_cast<std::size_t>(weighting)] = chosen_colors(frame, weighting);
    // These rows are disabled, but may still be checked from an earlier picture.
    const auto part = [&](RowIndex row) {
        return is_animation(frame.snapshot) ? std::filesystem::path() : path_of(row);
    };
    return {.write = {.picture = path_of(picture),
                      .frame = frame_,
                      .palette = path_of(palette),
                      .parts = {.masks = part(masks),
                                .layers = part(layers),
                                .svg = part(svg),
                                .svg_options = svg_options_,
                                .legend = part(legend),
                                .areas = part(areas)},
                      .indexed = is_indexed(frame.snapshot),
                      .truecolor = is_truecolor(),
                      .smallest = smallest_ && writes_png(),
                      .settings = settings_ && writes_png(),
                      .keep_metadata = keep_metadata_,
                      .keep_times = keep_times_,
                      .keep_smaller = keep_smaller_ && !has_promise(frame.snapshot),
                      .quality = quality_},
            .part_colors = std::move(colors),
            .weightings = weightings_};
}

void ExportDialog::draw_row(RowIndex index, FileDialog& files, const Gui& gui) {
    Row& row = rows_[index];
    const float button = 84 * gui.scale();
    ImGui::PushID(row.name);
    checkbox(row.name, row.wanted, gui);
    tooltip(row.formats, gui);
    ImGui::SameLine(caption_column(gui));
    ImGui::BeginDisabled(!row.wanted);
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    ImGui::InputText("##path", row.path.data(), row.path.size());
    ImGui::SameLine();
    if (ImGui::Button("Choose\u2026", {button, 0}))
        files.ask({FileQuestion::Kind::target, target(row.path)}, [this, &row](const auto& chosen) {
            if (!chosen.empty()) put(row.path, chosen.front().string());
            wanted_ = true; // in case the window's own dialog replaced this one
        });
    ImGui::EndDisabled();
    ImGui::PopID();
}

void ExportDialog::draw_indexed(const FrameContext& frame) {
    const std::size_t colors = most_colors(frame.snapshot);
    const bool fits = fits_indexed(frame.snapshot);
    ImGui::BeginDisabled(!may_be_indexed() || !fits);
    bool shown = indexed_ && fits;
    if (checkbox("Indexed", shown, frame.gui)) indexed_ = shown, truecolor_ = false;
    tooltip(
        "Write a PNG, BMP or TGA with a colour table of at most 256 colours, in the order chosen above the "
        "swatches. Otherwise a PNG has a colour table only where that makes it smaller, and BMP and TGA "
        "have none.",
        frame.gui);
    ImGui::EndDisabled();
    if (fits) return;
    ImGui::SameLine();
    ImGui::TextDisabled("(%s, 256 at most)", counted(colors, "colour", "colours").c_str());
}

void ExportDialog::draw_truecolor(const Gui& gui) {
    if (checkbox("Truecolour", truecolor_, gui) && truecolor_) indexed_ = false;
    tooltip("Write a PNG without a colour table, even if that makes it larger.", gui);
}

/// The index of transparent pixels in palettes and indexed pictures.
void ExportDialog::draw_transparent(const FrameContext& frame) {
    constexpr const char* about = "Transparent pixels get this index in palettes and indexed pictures. "
                                  "Colours from this index on move up by one.";
    std::optional<std::uint32_t> at = frame.session.snapshot().recipe->output.transparent_index;
    bool wanted = at.has_value();
    const bool has_indices =
        writes_png() ? !truecolor_ : is_indexed(frame.snapshot) || indexing_of() == Indexing::always;
    ImGui::BeginDisabled(!rows_[palette].wanted && !(rows_[picture].wanted && has_indices));
    bool changed = checkbox("Transparent at", wanted, frame.gui);
    tooltip(about, frame.gui);
    if (changed) at = wanted ? std::optional(0u) : std::nullopt;
    ImGui::SameLine();
    ImGui::BeginDisabled(!wanted);
    double index = at.value_or(0);
    if (transparent_field_.draw("##transparent", index, indices, 56 * frame.gui.scale(), frame.gui) ==
        Change::complete) {
        at = static_cast<std::uint32_t>(index);
        changed = true;
    }
    ImGui::EndDisabled();
    ImGui::EndDisabled();
    if (!changed) return;
    Recipe recipe = *frame.session.snapshot().recipe;
    recipe.output.transparent_index = at;
    frame.session.set(recipe);
}

/// The bits a pixel and the number of entries of an indexed picture, where it is certain to be one.
void ExportDialog::draw_slots(const FrameContext& frame) {
    Recipe recipe = *frame.session.snapshot().recipe;
    const std::string name = rows_[picture].path.data();
    const WriteRequest write{
        .picture = path_of(picture), .indexed = is_indexed(frame.snapshot), .truecolor = is_truecolor()};
    if (!rows_[picture].wanted || !has_palette(write, recipe)) return;
    if (slot_rows(name, recipe.output, pad_field_, frame.gui)) frame.session.set(recipe);
}

void ExportDialog::draw_png_options(const FrameContext& frame) {
    draw_indexed(frame);
    ImGui::SameLine(0, 20 * frame.gui.scale());
    ImGui::BeginDisabled(!writes_png());
    draw_truecolor(frame.gui);
    ImGui::SameLine(0, 20 * frame.gui.scale());
    app::smallest_check(smallest_, frame.gui);
    ImGui::SetCursorPosX(caption_column(frame.gui));
    checkbox("Store the settings in the file", settings_, frame.gui);
    tooltip("When this window opens such a PNG, it offers to restore the settings.", frame.gui);
    ImGui::EndDisabled();
}

/// Offers the settings with which the picture can be written.
void ExportDialog::offer_remedies(const FrameContext& frame) const {
    bool is_first = true;
    for (const Remedy& remedy : remedies_of(complaint_, frame.session.snapshot())) {
        if (!std::exchange(is_first, false)) ImGui::SameLine();
        if (ImGui::Button(remedy.label.c_str())) frame.session.set(remedy.recipe);
        tooltip(remedy.about, frame.gui);
    }
}

void ExportDialog::draw_complaint(const FrameContext& frame) {
    complaint_ = !failure_.empty() ? failure_ : rows_[picture].wanted ? frame.snapshot.export_refusal : "";
    if (!complaint_.empty()) {
        warning_text(complaint_, frame.gui);
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
    if (!frame.snapshot.exported.empty()) {
        note_written(frame.snapshot.exported_bytes);
        const std::size_t line = frame.snapshot.exported.find('\n');
        if (line != std::string::npos) written_names_.push_back(frame.snapshot.exported.substr(line + 1));
        return frame.session.dismiss_exported();
    }
    failure_ = frame.snapshot.notice;
    asked_.request = request(frame); // until this is changed
    frame.session.dismiss_notice();
}

void ExportDialog::draw_format(const Gui& gui) {
    ImGui::BeginDisabled(!rows_[picture].wanted);
    if (const auto chosen = format_row(extension().string(), gui))
        put(rows_[picture].path,
            std::filesystem::path(rows_[picture].path.data()).replace_extension(*chosen).string());
    ImGui::EndDisabled();
}

void ExportDialog::draw_formats(RowIndex index, const Gui& gui) const {
    ImGui::SetCursorPosX(caption_column(gui));
    ImGui::TextDisabled("%s", rows_[index].formats.c_str());
}

/// The files for the parts of the result.
void ExportDialog::draw_parts(const FrameContext& frame, FileDialog& files) {
    if (!fold("Layers, vectors (SVG), masks\u2026", "parts", frame.gui)) return;
    if (is_animation(frame.snapshot)) {
        ImGui::PushTextWrapPos();
        ImGui::TextDisabled("Animations cannot be split by colour: export a frame as PNG and open that.");
        ImGui::PopTextWrapPos();
    }
    ImGui::BeginDisabled(is_animation(frame.snapshot));
    draw_part_rows(frame, files);
    ImGui::EndDisabled();
}

void ExportDialog::draw_part_rows(const FrameContext& frame, FileDialog& files) {
    for (const RowIndex row : {layers, svg}) draw_row(row, files, frame.gui);
    ImGui::SetCursorPosX(caption_column(frame.gui));
    ImGui::BeginDisabled(!rows_[svg].wanted);
    checkbox("Stacked", svg_options_.stacked, frame.gui);
    tooltip("Extend each colour below the colours above it, so that no gaps open between them.", frame.gui);
    ImGui::SameLine(0, 20 * frame.gui.scale());
    checkbox("Numbered", svg_options_.numbered, frame.gui);
    tooltip("Write the number of its colour into each area that has room for it, for painting by numbers.",
            frame.gui);
    ImGui::EndDisabled();
    for (const RowIndex row : {masks, legend, areas}) draw_row(row, files, frame.gui);
    ImGui::SetCursorPosX(caption_column(frame.gui));
    draw_only_shown(frame);
}

/// Leaves hidden colours out of the parts.
void ExportDialog::draw_only_shown(const FrameContext& frame) {
    const Weighting weighting = frame.state.shown(frame.snapshot.weightings);
    const std::vector<Rgb>& chosen = chosen_colors(frame, weighting);
    const bool has_choice = !chosen.empty();
    if (!has_choice) only_shown_ = false;
    ImGui::BeginDisabled(!has_choice);
    std::string text = "Only shown colours";
    if (has_choice) text += " (" + grouped(chosen.size()) + ")";
    checkbox((text + "###shown").c_str(), only_shown_, frame.gui);
    ImGui::EndDisabled();
    tooltip("Leave out hidden colours, or all but the colour shown alone.", frame.gui);
}

/// The frames of an animation for the picture's file.
void ExportDialog::draw_frames(const FrameContext& frame) const {
    if (!is_animation(frame.snapshot) || !rows_[picture].wanted) return;
    const std::size_t frames = frames_of(*frame.snapshot.document);
    ImGui::SetCursorPosX(caption_column(frame.gui));
    if (writes_frames(frame.snapshot))
        ImGui::Text("All %s", counted(frames, "frame", "frames").c_str());
    else
        ImGui::Text("Frame %zu of %zu, as shown. GIF and APNG files hold all frames.", frame_ + 1, frames);
}

/// The losses in this format.
void ExportDialog::draw_losses(const FrameContext& frame) {
    const auto& document = frame.snapshot.document;
    if (!rows_[picture].wanted || !document) return;
    const std::string name = rows_[picture].path.data();
    // Looking for transparent pixels takes a while.
    const bool indexed = is_indexed(frame.snapshot);
    if (losses_.of != document || losses_.name != name || losses_.indexed != indexed)
        losses_ = {document, name, indexed, losses_in(name, indexed, *document)};
    loss_lines(losses_.sentences, frame.gui);
}

/// The size of the picture, of its file and of the source's.
void ExportDialog::draw_size(const FrameContext& frame) {
    if (!frame.snapshot.document) return;
    const std::uintmax_t source = frame.snapshot.document->file_bytes;
    ImGui::SetCursorPosX(caption_column(frame.gui));
    ImGui::AlignTextToFramePadding();
    if (!rows_[picture].wanted || !frame.snapshot.export_bytes)
        return ImGui::TextDisabled("Source %s", file_size(source).c_str());
    const std::uintmax_t bytes = *frame.snapshot.export_bytes;
    ImGui::TextDisabled("%s%s%s (source %s)", size_text(frame.snapshot).c_str(),
                        smallest_ && writes_png() ? "at most " : "", file_size(bytes).c_str(),
                        file_size(source).c_str());
    if (bytes > source) draw_size_remedy(frame.gui);
}

/// Says that the file is larger than its source, with a button for what may make it smaller.
void ExportDialog::draw_size_remedy(const Gui& gui) {
    ImGui::SameLine();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(packed(gui.theme().warning)), "larger than the source");
    if (!writes_png() || smallest_) return;
    ImGui::SameLine();
    if (ImGui::Button("Make it smaller")) smallest_ = true, truecolor_ = false;
    tooltip("Write the smallest possible PNG, which takes some seconds.", gui);
}

void ExportDialog::draw_targets(const FrameContext& frame, FileDialog& files) {
    draw_format(frame.gui);
    draw_row(picture, files, frame.gui);
    ImGui::BeginDisabled(!rows_[picture].wanted);
    ImGui::SetCursorPosX(caption_column(frame.gui));
    if (is_jpeg_name(rows_[picture].path.data()))
        quality_slider(quality_, frame.gui);
    else
        draw_png_options(frame);
    ImGui::SetCursorPosX(caption_column(frame.gui));
    app::metadata_check(keep_metadata_, can_keep_metadata(rows_[picture].path.data()), frame.gui);
    ImGui::SameLine(0, 20 * frame.gui.scale());
    app::times_check(keep_times_, frame.gui);
    ImGui::SameLine(0, 20 * frame.gui.scale());
    app::keep_smaller_check(keep_smaller_, has_promise(frame.snapshot), frame.gui);
    ImGui::EndDisabled();
    draw_slots(frame);
    draw_frames(frame);
    draw_losses(frame);
    draw_size(frame);
    draw_row(palette, files, frame.gui);
    draw_formats(palette, frame.gui);
    ImGui::SetCursorPosX(caption_column(frame.gui));
    draw_transparent(frame);
    draw_parts(frame, files);

    if (frame.snapshot.weightings != Weightings::both) return;
    weightings_ = weightings_choice(weightings_, frame.gui).value_or(weightings_);
}

void ExportDialog::draw_form(const FrameContext& frame, FileDialog& files) {
    if (frame.snapshot.weightings != Weightings::both) weightings_ = frame.snapshot.weightings;
    begin_body(frame.gui);
    ImGui::BeginDisabled(waits_);
    draw_targets(frame, files);
    ImGui::EndDisabled();
    end_body();
    ImGui::Spacing();
    draw_footer(frame);
}

/// Another picture may be opened behind the dialog, such as a dropped one. The names are then those for it,
/// and what was confirmed for the other one is not written.
void ExportDialog::follow(const FrameContext& frame) {
    const std::shared_ptr<const Document>& document = frame.snapshot.document;
    if (document == document_.lock()) return;
    const bool waited = waits_;
    if (document->path != source_) open(frame.snapshot, frame.state.playback.frame());
    wanted_ = waits_ = false;
    document_ = document;
    if (!waited) return;
    failure_ = "A picture was opened before the final result was there, so nothing was written.";
    asked_ = {.request = request(frame)};
}

/// Writes what was confirmed, whatever the form says now.
void ExportDialog::start(const FrameContext& frame) {
    ExportRequest confirmed = asked_.request;
    // Only the final result tells which of its colours are visible.
    confirmed.part_colors = asked_.request.part_colors = request(frame).part_colors;
    asked_.recipe = *frame.snapshot.recipe;
    confirmed.write.overwrite = asked_.replaced ? Overwrite::yes : Overwrite::no;
    confirmed.replaced = asked_.replaced;
    frame.session.export_results(confirmed);
    failure_.clear();
    waits_ = false;
    writing_ = true;
}

void ExportDialog::draw_footer(const FrameContext& frame) {
    const ExportRequest wanted = request(frame);
    frame.session.prepare_export(wanted);
    if (!failure_.empty() && (asked_.request != wanted ||
                              asked_.recipe.value_or(*frame.snapshot.recipe) != *frame.snapshot.recipe))
        failure_.clear();
    // Until this is known, the export itself refuses to replace a file.
    const bool replaces = frame.snapshot.replaced && !frame.snapshot.replaced->empty();
    draw_complaint(frame);
    if (replaces) {
        const std::size_t more = frame.snapshot.replaced->size() - 1;
        const std::string name = frame.snapshot.replaced->front().filename().string();
        warning_text(name + (more == 0 ? " exists." : " and " + std::to_string(more) + " more exist."),
                     frame.gui);
    }
    // Room for either, so that the buttons do not move.
    if (!replaces && !waits_ && complaint_.empty()) ImGui::Dummy({1, ImGui::GetFrameHeight()});
    ImGui::Spacing();
    draw_buttons(frame, wanted, replaces);
}

void ExportDialog::draw_buttons(const FrameContext& frame, const ExportRequest& wanted, bool replaces) {
    const float width = 96 * frame.gui.scale();
    ImGui::BeginDisabled(!writes_frames(frame.snapshot));
    if (frame.snapshot.document && ImGui::Button("Copy as command"))
        copy(cli_command(*frame.snapshot.document, *frame.snapshot.recipe, wanted), "the command",
             frame.state);
    ImGui::EndDisabled();
    tooltip("The huedrift-cli command that writes the same bytes.", frame.gui);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::Button("Cancel", {width, 0})) ImGui::CloseCurrentPopup();
    ImGui::SameLine();
    const bool writes =
        std::ranges::any_of(rows_, [](const Row& row) { return row.wanted && row.path[0] != '\0'; });
    const bool ready = frame.snapshot.document && writes && !frame.snapshot.exporting && !waits_;
    if (write_button("Export", replaces, ready, width, frame.gui)) {
        waits_ = true;
        asked_ = {wanted, *frame.snapshot.recipe, replaces ? frame.snapshot.replaced : nullptr};
        if (!frame.snapshot.exact() && !is_working(frame.snapshot)) frame.session.resume();
    }
    if (waits_ && frame.snapshot.exact()) start(frame);
    // It was cancelled or failed.
    if (!frame.session.snapshot().exact() && !is_working(frame.session.snapshot())) waits_ = false;
}

/// Shows the end of an export; closing it returns to the form for the next one.
void ExportDialog::draw_end(ShowInFolder& show_in_folder, const Gui& gui) const {
    const WrittenAnswer answer = draw_written(written_names_, written_.front().parent_path().string(), gui);
    if (answer == WrittenAnswer::show) show_in_folder.show(written_.front());
    if (answer == WrittenAnswer::close) ImGui::CloseCurrentPopup();
}

void ExportDialog::draw(const FrameContext& frame, FileDialog& files, ShowInFolder& show_in_folder) {
    if (wanted_) frame.session.recheck_files();
    if (!begin_dialog("export", DialogKind::form, wanted_, 640, frame.gui)) {
        waits_ = false;
        return;
    }
    await_end(frame);
    if (written_.empty()) follow(frame);
    ImGui::PushFont(frame.gui.fonts().title);
    ImGui::TextUnformatted(written_.empty() ? "Export" : "Exported");
    ImGui::PopFont();
    ImGui::Spacing();
    if (written_.empty())
        draw_form(frame, files);
    else
        draw_end(show_in_folder, frame.gui);
    end_dialog();
}

}
