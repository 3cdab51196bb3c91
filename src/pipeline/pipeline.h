#pragma once

#include "base/stage_time.h"
#include "image/picture_filter.h"
#include "palette/palette.h"
#include "palette/swatch.h"
#include "pipeline/labelled.h"
#include "pipeline/radius_search.h"
#include "pipeline/stage.h"
#include "reduction/engine.h"
#include "reduction/pins.h"

#include <optional>

namespace huedrift {

/// The chain from a file to the picture of fewer colours: load, alpha, smooth, analyse, pins, mean shift
/// (merged), small shares, join, to a palette, edits, finish, labels, palette, remap. Every stage keeps its
/// last result, so that after a change of the recipe only what depends on it is computed again. Not
/// thread-safe.
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

    /// The picture prepared by a recipe.
    std::shared_ptr<const Picture> picture(const Recipe& recipe);
    /// Whether picture() has nothing to do.
    bool has_picture(const Recipe& recipe);
    /// Called with each palette that a search tries, before later changes.
    using Tried = std::function<void(const std::shared_ptr<const Reduced>&)>;
    /// The result of a recipe. Throws as Engine::reduce() and radius_for_colors() do. Searches for a number
    /// of colours use estimate_at() where it gives estimates.
    std::shared_ptr<const Reduced> reduce(const Recipe& recipe, Progress& progress, const Tried& tried = {});
    /// What a palette that was found for another document, with all of this one's colours, makes of this one.
    /// Throws Error(input) where a colour is missing there.
    std::shared_ptr<const Reduced> apply(const std::shared_ptr<const Reduced>& found);
    /// The next radius at which the palette has another number of colours: to 1/1000, by estimates to 1/200.
    std::optional<double> next_radius(const Recipe& recipe, Direction direction, Progress& progress);
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
    std::shared_ptr<const Labelled> labels(const std::shared_ptr<const Reduced>& reduced,
                                           const Progress& progress = {});
    /// The colours of output(), as files list them.
    std::shared_ptr<const std::vector<Swatch>> palette(const std::shared_ptr<const Reduced>& reduced,
                                                       const Progress& progress = {});
    std::shared_ptr<const Image> output(const std::shared_ptr<const Reduced>& reduced,
                                        const Progress& progress = {});

    /// The times of the stages run for the open document, in the order of the chain.
    std::vector<StageTime> times() const;

    /// How often each stage had to compute.
    struct Computations {
        int load = 0, alpha = 0, smooth = 0, analysis = 0, search = 0, pins = 0, mean_shift = 0,
            small_shares = 0, join = 0, bring = 0, send = 0, unpack = 0, edit = 0, finish = 0, labels = 0,
            palette = 0, remap = 0;
        friend bool operator==(const Computations&, const Computations&) = default;
    };
    Computations computations() const;

private:
    template <class Part>
    using Of = std::pair<std::shared_ptr<const Part>, Recipe>;

    void forget_results();
    std::shared_ptr<const Reduced> of_a_linked_picture(const Recipe& recipe) const;
    std::shared_ptr<const PinnedColors> pins(const std::shared_ptr<const Picture>& source,
                                             const Recipe& recipe);
    /// What a recipe makes of `found`, and of its palette after the steps on it; null: there were none.
    std::shared_ptr<const Reduced> finished(std::shared_ptr<const Reduced> found,
                                            const std::shared_ptr<const Palette>& palette,
                                            const Recipe& recipe);
    std::shared_ptr<const Reduced> mean_shift(const Recipe& recipe, Progress& progress);
    Reduced shifted(const std::shared_ptr<const Picture>& source, const Recipe& recipe, Progress& progress);
    /// The palette of a recipe as_found().
    std::shared_ptr<const Reduced> found(const Recipe& recipe, Progress& progress);
    std::shared_ptr<const Reduced> search(const Recipe& recipe, Progress& progress, const Tried& tried);
    std::shared_ptr<const Reduced> sent_directly(const Recipe& recipe);
    /// The palette of what was found after a recipe's steps on it; null: there are none.
    std::shared_ptr<const Palette> changed(const std::shared_ptr<const Reduced>& found, const Recipe& recipe);

    Engine* engine_ = nullptr;
    PictureFilter* filter_ = nullptr;
    ColorMixer* mixer_ = nullptr;
    std::optional<double> last_exact_seconds_; ///< of the open document, by this engine
    std::shared_ptr<const Document> document_;
    std::shared_ptr<const ColorTable> linked_;              ///< null: not linked
    std::vector<std::shared_ptr<const Reduced>> of_linked_; ///< mean shifts of the picture open before
    double load_seconds_ = 0;
    int loads_ = 0;
    Stage<std::pair<std::shared_ptr<const Image>, AlphaMode>, Image> alpha_;
    Stage<std::pair<std::shared_ptr<const Image>, int>, Image> smooth_;
    Stage<std::tuple<std::shared_ptr<const Image>, Transfer, std::shared_ptr<const ColorTable>>, Picture>
        analysis_;
    Stage<Of<Picture>, std::shared_ptr<const Reduced>> search_;
    Stage<Of<Picture>, Reduced> mean_shift_{2}; // both weightings
    Stage<std::pair<std::shared_ptr<const Picture>, std::vector<Pin>>, PinnedColors> pins_;
    Stage<std::pair<std::shared_ptr<const Reduced>, double>, Reduced> small_shares_;
    Stage<std::pair<std::shared_ptr<const Picture>, std::vector<Rgb>>, Reduced> send_;
    Stage<std::shared_ptr<const Reduced>, Palette> unpack_;
    Stage<std::pair<std::shared_ptr<const Palette>, std::uint32_t>, Palette> join_;
    Stage<std::pair<std::shared_ptr<const Palette>, std::vector<Rgb>>, Palette> bring_;
    Stage<std::tuple<std::shared_ptr<const Palette>, std::vector<Edit>, std::vector<Edit>>, Palette> edit_;
    Stage<std::tuple<std::shared_ptr<const Reduced>, std::shared_ptr<const Palette>, Recipe>, Reduced>
        finish_;
    Stage<std::pair<std::shared_ptr<const Reduced>, std::shared_ptr<const Picture>>, Reduced> apply_;
    Stage<std::shared_ptr<const Reduced>, Labelled> labels_;
    Stage<std::shared_ptr<const Reduced>, std::vector<Swatch>> palette_;
    Stage<std::shared_ptr<const Reduced>, Image> remap_;
};

}
