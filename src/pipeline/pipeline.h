#pragma once

#include "base/stage_time.h"
#include "image/picture_filter.h"
#include "palette/join_by_error.h"
#include "palette/palette.h"
#include "palette/swatch.h"
#include "pipeline/labelled.h"
#include "pipeline/radius_search.h"
#include "pipeline/stage.h"
#include "reduction/color_tree.h"
#include "reduction/engine.h"
#include "reduction/pins.h"

#include <map>
#include <optional>
#include <string>

namespace huedrift {

/// The chain from a file to the picture of fewer colours. Its stages stand at the end, in their order. Each
/// keeps its last result, so that after a change of the recipe only what depends on it is computed again.
/// Not thread-safe.
class Pipeline {
public:
    /// Later reductions use this engine, which must outlive this. Kept results stay, as all engines give the
    /// same.
    void use(Engine& engine) {
        engine_ = &engine;
        last_exact_seconds_.reset();
    }
    /// Later pictures are smoothed and counted by `filter`, labels mixed by `mixer`, which must outlive this;
    /// null: on the CPU. The bytes are the same.
    void use_for_pixels(PictureFilter* filter, ColorMixer* mixer) {
        filter_ = filter;
        mixer_ = mixer;
    }

    /// Reads a file, even one read before, and drops the results for the last. Throws as load_document()
    /// does.
    std::shared_ptr<const Document> open(const Location& from, const LoadLimits& limits = {},
                                         const Progress* progress = nullptr,
                                         ProfileUse use = ProfileUse::convert);
    /// The same for a picture or the file of a colour table.
    std::shared_ptr<const Document> open_colors(const Location& from, const LoadLimits& limits = {},
                                                ProfileUse use = ProfileUse::convert);
    /// Opens an already loaded document.
    std::shared_ptr<const Document> open(Document document);
    /// From now on these colours are reduced in place of the open picture's and of those opened later, which
    /// must be among them: reductions are the same for all of these and computed once. Null: of each its own.
    void link(std::shared_ptr<const ColorTable> colors);
    /// The one that is open; null: none yet.
    const std::shared_ptr<const Document>& document() const { return document_; }

    // The rest is about the open document. A table has no pixels: alpha and smooth change nothing of it.

    /// The picture with the alpha that a recipe asks for, smoothed and analysed.
    std::shared_ptr<const Picture> prepare_picture(const Recipe& recipe);
    /// Whether prepare_picture() has nothing to do.
    bool has_picture(const Recipe& recipe);
    /// Called with each palette that a search tries, before later changes.
    using Tried = std::function<void(const std::shared_ptr<const Reduced>&)>;
    /// The result of a recipe. Throws as Engine::reduce() and radius_for_colors() do. Searches for a number
    /// of colours use estimate_at() where it gives estimates.
    std::shared_ptr<const Reduced> reduce(const Recipe& recipe, Progress& progress, const Tried& tried = {});
    /// What a palette that was found for another document, with all of this one's colours, makes of this one.
    /// Throws Error(input) where a colour is missing there.
    std::shared_ptr<const Reduced> apply_palette(const std::shared_ptr<const Reduced>& found);
    /// The next radius at which the palette has another number of colours: to 1/1000, by estimates to 1/200.
    std::optional<double> find_next_radius(const Recipe& recipe, Direction direction, Progress& progress);
    /// Finds the palette of a recipe at other radii than its own.
    ReduceAt reduce_at(const Recipe& recipe);
    /// The same without changing what is kept.
    ReduceAt reduce_once_at(const Recipe& recipe);
    /// Estimates how many colours that palette has, by previews; null if there are so few colours that
    /// counting is as fast, or no engine for previews.
    CountAt estimate_at(const Recipe& recipe);
    /// Whether a preview is worthwhile: there are many colours, the last exact result was not there at once,
    /// and this one is not kept.
    bool gains_by_preview(const Recipe& recipe);
    /// A quick estimate of reduce(), the same with every engine. Not kept.
    Reduced preview(const Recipe& recipe, Progress& progress);
    // These three are about `reduced` alone, whatever is open.

    /// The picture as labels, after the steps on them.
    std::shared_ptr<const Labelled> find_labels(const std::shared_ptr<const Reduced>& reduced,
                                                const Progress& progress = {});
    /// The colours of make_output(), as files list them.
    std::shared_ptr<const std::vector<Swatch>> list_palette(const std::shared_ptr<const Reduced>& reduced,
                                                            const Progress& progress = {});
    std::shared_ptr<const Image> make_output(const std::shared_ptr<const Reduced>& reduced,
                                             const Progress& progress = {});

    /// The times of the stages that reports name, run for the open document, in the order of the chain.
    std::vector<StageTime> times() const;

    /// How often each stage had to compute, by its name.
    std::map<std::string, int> computations() const;

private:
    template <class Part>
    using Made = std::shared_ptr<const Part>;

    void forget_results();
    /// A mean shift of the linked picture that was open before; null: none by this recipe.
    Made<Reduced> find_linked_shift(const Recipe& recipe) const;
    Made<PinnedColors> split_pins(const Made<Picture>& source, const ShiftRecipe& recipe);
    /// The modes of a recipe, whatever small shares it leaves out.
    Made<Reduced> shift_colors(const Recipe& recipe, Progress& progress);
    Reduced compute_shift(const Made<Picture>& source, const Recipe& recipe, Progress& progress);
    /// The palette of a recipe at its radius, before later changes.
    Made<Reduced> find_palette(const Recipe& recipe, Progress& progress);
    /// The one that has its number of colours.
    Made<Reduced> search_palette(const Recipe& recipe, Progress& progress, const Tried& tried);
    /// Each colour as the nearest of the recipe's palette.
    Made<Reduced> send_colors(const Recipe& recipe);
    /// The palette of what was found after a recipe's steps on it; null: there are none.
    Made<Palette> change_palette(const Made<Reduced>& found, const Recipe& recipe, const Progress& progress);
    Made<Palette> join_entries(const Made<Palette>& palette, const Recipe& recipe, const Progress& progress);
    Made<Palette> settle_entries(const Made<Palette>& palette, const Made<Picture>& source,
                                 const Recipe& recipe, const Progress& progress);
    /// What a recipe makes of `found`, with its palette after the steps on it.
    Made<Reduced> finish(const Made<Reduced>& found, const Made<Palette>& palette, const Recipe& recipe);

    Engine* engine_ = nullptr;
    PictureFilter* filter_ = nullptr;
    ColorMixer* mixer_ = nullptr;
    std::optional<double> last_exact_seconds_; ///< of the open document, by this engine
    Made<Document> document_;
    Made<ColorTable> linked_;              ///< null: not linked
    std::vector<Made<Reduced>> of_linked_; ///< mean shifts of the picture open before
    double load_seconds_ = 0;

    StageList pixels_; ///< stages that keep what they made while the document is open
    Stage<std::pair<Made<Image>, AlphaMode>, Image> alpha_{pixels_, "alpha"};
    Stage<std::pair<Made<Image>, int>, Image> smooth_{pixels_, "smooth"};
    Stage<std::tuple<Made<Image>, Transfer, Made<ColorTable>>, Picture> analysis_{pixels_, "analysis"};

    StageList colors_; ///< stages that keep it while the analysis stays the same
    Stage<std::pair<Made<Picture>, std::vector<Pin>>, PinnedColors> pins_{colors_, "pins"};
    // Two: both weightings.
    Stage<std::pair<Made<Picture>, ShiftRecipe>, Reduced> mean_shift_{colors_, "mean_shift", 2};
    Stage<std::pair<Made<Reduced>, double>, Reduced> small_shares_{colors_, "small_shares"};
    Stage<std::tuple<Made<Picture>, ShiftRecipe, SizeRecipe, Bound>, Made<Reduced>> search_{colors_,
                                                                                            "search"};
    Stage<std::pair<Made<Picture>, std::vector<Rgb>>, Reduced> send_{colors_, "send"};
    Stage<Made<Reduced>, Palette> unpack_{colors_, "unpack"};
    Stage<Made<Palette>, JoinSequence> joins_{colors_, "joins"};
    Stage<std::tuple<Made<Palette>, std::uint32_t, JoinBy>, Palette> join_{colors_, "join"};
    Stage<std::pair<Made<Picture>, Made<PinnedColors>>, ColorTree> color_tree_{colors_, "color_tree"};
    Stage<std::tuple<Made<Palette>, Assign, std::uint32_t>, Palette> settle_{colors_, "settle"};
    Stage<std::pair<Made<Palette>, std::vector<Rgb>>, Palette> bring_{colors_, "bring"};
    Stage<std::tuple<Made<Palette>, std::vector<Edit>, std::vector<Edit>>, Palette> edit_{colors_, "edit"};
    Stage<std::tuple<Made<Reduced>, Made<Palette>, Recipe>, Reduced> finish_{colors_, "finish"};
    Stage<std::pair<Made<Reduced>, Made<Picture>>, Reduced> apply_{colors_, "apply"};
    Stage<Made<Reduced>, Labelled> labels_{colors_, "labels"};
    Stage<Made<Reduced>, std::vector<Swatch>> palette_{colors_, "palette"};
    Stage<Made<Reduced>, Image> remap_{colors_, "remap"};
};

}
