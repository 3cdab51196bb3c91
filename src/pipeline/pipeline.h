#pragma once

#include "base/progress.h"
#include "image/picture_filter.h"
#include "palette/join_by_error.h"
#include "palette/palette.h"
#include "pipeline/file_colors.h"
#include "pipeline/mask.h"
#include "pipeline/palette_chain.h"
#include "pipeline/recipe_choice.h"
#include "pipeline/stage.h"
#include "pipeline/sweep.h"
#include "reduction/color_tree.h"
#include "reduction/engine.h"

#include <map>
#include <optional>
#include <string>

namespace huedrift {

/// The chain from a file to the picture of fewer colours. The last members are its stages, in order. Each
/// keeps its last output, so a change of the recipe only recomputes the stages that depend on it. Not
/// thread-safe.
class Pipeline {
public:
    /// Sets the engine for later reductions; it must outlive the pipeline. Kept results stay valid, as all
    /// engines give the same bytes.
    void use(Engine& engine) {
        engine_ = &engine;
        last_exact_seconds_.reset();
    }
    /// Sets what smooths and counts later pictures, with the same bytes; it must outlive the pipeline. Null
    /// means the CPU.
    void use(PictureFilter* filter) { filter_ = filter; }

    /// Sets the masks among which those of later recipes are.
    void use(Masks masks) { masks_ = std::move(masks); }

    /// Reads a file, even if it is open already, and drops the results of the last one. Throws as
    /// load_document() does.
    Shared<Document> open(const Location& from, const LoadLimits& limits = {},
                          const Progress* progress = nullptr, ProfileUse use = ProfileUse::convert);
    /// Opens an already loaded document.
    Shared<Document> open(Document document);
    /// Opens what another pipeline has open, with its engine, its masks and its prepared pictures. Results
    /// are kept apart.
    void share(const Pipeline& other);
    /// Reduces these colours in place of those of the open picture and of pictures opened later, whose
    /// colours must be among them. Such pictures share one reduction. Null ends this.
    void link(Shared<ColorTable> colors);
    /// The open document; null before the first.
    const Shared<Document>& document() const { return document_; }

    // The rest concerns the open document. A table has no pixels, so alpha and smoothing do not affect it.

    /// The picture with the recipe's alpha, smoothed and analysed. Throws Error(cancelled).
    Shared<Picture> prepare_picture(const Recipe& recipe, const Progress& progress = {});
    /// The look that suits the open document: pixel-art where its grid shows without doubt, else photo, as
    /// for linked pictures and colour tables. Reduces pictures that may have a grid.
    Look suggest_look(Progress& progress);
    /// The recipe for the open document.
    ResolvedRecipe resolve(const ConditionalRecipe& conditional, Progress& progress);
    /// Whether prepare_picture() would return a kept picture.
    bool has_picture(const Recipe& recipe);
    /// The result of a recipe. Throws as Engine::reduce() does.
    Shared<Reduced> reduce(const Recipe& recipe, Progress& progress);
    /// Applies a palette found for another document to this one. Throws Error(input) if the other document
    /// lacks one of this one's colours.
    Shared<Reduced> apply_palette(const Shared<Reduced>& reduced, const Progress& progress = {});
    /// The radius of a recipe that chooses it: of calm_radii, the largest found by bisection at which the
    /// pixels lie at most 5/4 times as far from their source as at the smallest. Goes by previews, the same
    /// with every engine. Without a number of colours the largest.
    double choose_radius(const Recipe& recipe, Progress& progress);
    /// The fewest colours that keep the error of a recipe that has one.
    FewestColors find_fewest_colors(const Recipe& recipe, Progress& progress);
    /// The next radius at which the palette has another number of colours, to 1/1000; by estimates, to 1/200.
    std::optional<double> find_next_radius(const Recipe& recipe, Direction direction, Progress& progress);
    /// Finds the recipe's palette at other radii.
    ReduceAt reduce_at(const Recipe& recipe);
    /// As reduce_at(), but leaves the kept outputs alone.
    ReduceAt reduce_once_at(const Recipe& recipe);
    /// The result of a recipe from the palette that one of these found for it.
    Shared<Reduced> change_palette(const Shared<Reduced>& reduced, const Recipe& recipe,
                                   const Progress& progress) {
        return change_palette(reduced, recipe, prepare_picture(recipe, progress), progress);
    }
    /// Estimates the palette's number of colours by previews. Null without an engine for previews, or if so
    /// few colours are counted as fast.
    CountAt estimate_at(const Recipe& recipe);
    /// Whether the modes of a recipe are kept, or are the colours themselves.
    bool has_modes(const Recipe& recipe);
    /// Whether a preview is worthwhile: there are many colours, the last exact result took time, and this one
    /// is not kept.
    bool gains_by_preview(const Recipe& recipe);
    /// A quick estimate of reduce(), by at most so many cells, the same with every engine. Not kept.
    Reduced preview(const Recipe& recipe, Progress& progress, std::size_t cells = max_coarse_cells);
    /// The same for a sample of the open picture, by an engine that keeps its structures for its colours.
    /// Without drift its colours are kept, and steps on the palette find there what they found before.
    Reduced preview(const Recipe& recipe, const Shared<Picture>& sample, Engine& engine, Progress& progress,
                    std::size_t cells = max_coarse_cells);
    // The next five depend on `reduced` alone, not on the open document.

    /// The picture as labels, after the recipe's steps on labels.
    Shared<Labelled> find_labels(const Shared<Reduced>& reduced, const Progress& progress = {});
    /// The colours of make_output().
    Shared<FileColors> file_colors(const Shared<Reduced>& reduced, const Progress& progress = {});
    /// How many of file_colors() have pixels, without the list.
    std::size_t output_colors(const Shared<Reduced>& reduced, const Progress& progress = {});
    /// The pixels of make_output(), but transparent ones without hidden colours.
    Shared<IndexedPixels> index_output(const Shared<Reduced>& reduced, const Progress& progress = {});
    Shared<Image> make_output(const Shared<Reduced>& reduced, const Progress& progress = {});

    /// The times that the reported stages took for the open document, in the order of the chain; "palette" is
    /// all steps on it.
    std::vector<StageTime> times() const;

    /// How often each stage has computed, by its name.
    std::map<std::string, int> computations() const;

private:
    void forget_results();
    /// The mask of a recipe for the open picture; null: none. Errors call it by its name.
    Shared<Mask> find_mask(const std::optional<MaskId>& id, const std::string& name) const;
    /// prepare_picture() with the pixels counted as the recipe's mask says, in which a palette is found.
    Shared<Picture> counted_picture(const Recipe& recipe, const Progress& progress = {});
    /// The recipe at its radius, chosen if it is to be.
    Recipe at_own_radius(const Recipe& recipe, Progress& progress);
    /// Whether the picture is enlarged pixel art without doubt.
    bool is_enlarged(Progress& progress);
    /// The same by interpolation, with cells of few colours.
    bool is_enlarged_smoothly(const Progress& progress);
    /// Whether there is a grid without drift, whose cells show nearly all pixels as they are.
    bool has_exact_cells(const Recipe& recipe, Progress& progress);
    /// The recipe's mean shift from the linked picture that was open before; null if there is none.
    Shared<Reduced> find_linked_shift(const Recipe& recipe) const;
    /// The modes of a recipe, before small shares join. Without drift and pins they are left out: the palette
    /// begins with the colours themselves.
    Shared<Reduced> shift_colors(const Recipe& recipe, Progress& progress);
    /// The mean shift by the engine; notes how long it takes.
    Reduction drift(const ColorSet& colors, const Recipe& recipe, Progress& progress);
    Reduced compute_shift(const Shared<Picture>& source, const Recipe& recipe, Progress& progress);
    Reduced preview_shift(const Recipe& recipe, const Shared<Picture>& source, Engine& engine,
                          Progress& progress, std::size_t cells);
    /// The recipe's palette at its radius, before later changes.
    Shared<Reduced> find_palette(const Recipe& recipe, Progress& progress);
    /// Throws Error(usage) where tiles of this size cannot be found.
    void check_picture_of_tiles(const TileSize& size) const;
    /// Throws Error(input) for colours of the picture that the recipe's palette lacks.
    void refuse_other_colors(const Recipe& recipe, const Progress& progress);
    /// Maps each colour to the nearest of the recipe's palette, unless it selects colours of that later.
    Shared<Reduced> map_to_given(const Recipe& recipe, const Progress& progress);
    /// Whether the palette is that of a single picture.
    bool has_one_picture() const;
    /// Applies the recipe's steps to the palette found.
    Shared<Reduced> change_palette(const Shared<Reduced>& reduced, const Recipe& recipe,
                                   const Shared<Picture>& whole, const Progress& progress);

    Engine* engine_ = nullptr;
    PictureFilter* filter_ = nullptr;
    Masks masks_{};
    std::optional<double> last_exact_seconds_; ///< of the open document, by this engine
    Shared<Document> document_;
    Shared<ColorTable> linked_;                     ///< null: no pictures are linked
    std::vector<Shared<Reduced>> of_linked_;        ///< mean shifts of the linked picture open before
    double load_seconds_ = 0, palette_seconds_ = 0; ///< of all steps on the palette

    StageList pixels_; ///< stages whose outputs are kept while the document is open
    Stage<std::pair<Shared<Image>, AlphaMode>, Image> alpha_{pixels_, "alpha"};
    Stage<std::pair<Shared<Image>, int>, Image> smooth_{pixels_, "smooth"};
    Stage<std::tuple<Shared<Image>, Transfer, Shared<ColorTable>>, Picture> analysis_{pixels_, "analysis"};

    StageList colors_; ///< stages whose outputs are kept while the analysis is the same
    Stage<std::pair<Shared<Picture>, MaskId>, Shared<Picture>> counted_{colors_, "counted"};
    // Two outputs, for both weightings.
    Stage<std::pair<Shared<Picture>, ShiftRecipe>, Reduced> mean_shift_{colors_, "mean_shift", 2};
    Stage<std::pair<Shared<Picture>, ShiftRecipe>, Reduced> sample_colors_{colors_, "sample_colors"};
    Stage<std::pair<Shared<Reduced>, double>, Reduced> small_shares_{colors_, "small_shares"};
    Stage<std::pair<Shared<Picture>, Recipe>, double> choice_{colors_, "choice", 2};
    Stage<std::pair<Shared<Picture>, Recipe>, bool> exact_cells_{colors_, "exact_cells"};
    Stage<std::pair<Shared<Picture>, TargetSet>, Reduced> map_colors_{colors_, "map_colors"};
    PaletteChain palette_steps_{colors_};
    Stage<std::tuple<Shared<Reduced>, Shared<Palette>, Recipe>, Reduced> finish_{colors_, "finish"};
    Stage<std::pair<Shared<Reduced>, Shared<Picture>>, Reduced> apply_{colors_, "apply"};
    Stage<Shared<Reduced>, Labelled> labels_{colors_, "labels"};
    Stage<Shared<Reduced>, IndexedPixels> remap_{colors_, "remap"};
    Stage<Shared<Reduced>, FileColors> palette_{colors_, "palette"};
    Stage<Shared<IndexedPixels>, Image> paint_{colors_, "paint"};
    Stage<std::pair<Shared<Image>, HiddenColors>, Image> hidden_{colors_, "hidden"};
};

}
