#pragma once

#include "base/error.h"
#include "base/progress.h"
#include "engines/engine_choice.h"
#include "pipeline/document.h"
#include "reduction/trajectory.h"
#include "session/drifter.h"
#include "session/export.h"
#include "session/palette_edits.h"
#include "session/queue_export.h"
#include "session/result.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace huedrift {

/// The recipe that a picture carries, offered to the user.
struct RecipeOffer {
    Recipe recipe;
    std::filesystem::path
        source{}; ///< the picture it was made from; empty if that is not in the same folder or the one above
};

/// The offer of a document; null if it carries no recipe. Looks into the document's folder.
std::shared_ptr<const RecipeOffer> offer_of(const Document& document);

/// The picture from which a file named as by suggested_target() was made: one in the same folder, else in the
/// one above, as a queue is written to a folder of its own. Empty if there is none.
std::filesystem::path source_beside(const std::filesystem::path& path);

/// A colour of a result whose source colours are followed.
struct TracedColor {
    std::shared_ptr<const Result> result;
    Rgb color;

    friend bool operator==(const TracedColor&, const TracedColor&) = default;
};

/// The trajectories of some source colours to a colour of a result. Immutable.
struct Traces : TracedColor {
    /// Enough to show where they come from, few enough to appear at once.
    static constexpr std::size_t max_paths = 24;

    std::vector<Trajectory> paths;
};

/// Throws only Error(cancelled), because options that made a result are in range.
std::shared_ptr<const Traces> trace(const TracedColor& traced, const Progress& progress);

enum class Activity {
    idle,
    loading,  ///< reading and analysing a file
    suiting,  ///< finding the look that suits the picture
    seeking,  ///< finding a radius
    preview,  ///< computing a quick estimate
    reducing, ///< computing the exact result
    curve,    ///< filling the curve in the background; everything requested is ready
};

/// How a result relates to the current recipe.
enum class ResultState {
    none,
    outdated, ///< of another recipe or another picture
    preview,  ///< of this recipe, by representatives
    exact,
};

/// Everything that a window shows of a Session at one moment. Consists of values and shared immutable parts,
/// so it is cheap to take in every frame and stays consistent while the session works on.
struct Snapshot {
    std::uint64_t revision = 0; ///< changes whenever anything but shares does

    std::shared_ptr<const Document> document;          ///< null: nothing is open
    std::shared_ptr<const Picture> picture;            ///< null until the document is analysed
    std::shared_ptr<const RecipeOffer> offer;          ///< of the document, until it is answered; null: none
    std::shared_ptr<const PaletteOffer> palette_offer; ///< until it is answered; null: none
    std::shared_ptr<const MaskOffer> mask_offer;       ///< until it is answered; null: none
    Masks masks;                                       ///< all that were taken; recipes name them
    MaskFiles mask_files;                              ///< from which they were read
    Location opening;                                  ///< what is being loaded; empty: nothing
    /// The files opened together, the open one included; never null.
    std::shared_ptr<const std::vector<Location>> queue = std::make_shared<const std::vector<Location>>();
    std::size_t queue_index = 0; ///< of the file requested last, open or not

    bool linked = false; ///< the pictures of the queue share a palette, found for all their colours
    bool picture_is_linked = false;  ///< `picture` has their colours
    std::size_t linked_pictures = 0; ///< how many of them could be read, when last counted

    /// Of the file that the recipe's given palette was opened from, or its own; else empty.
    std::string palette_name;
    /// For all pictures, with the first of the weightings; never null.
    std::shared_ptr<const Recipe> settings = std::make_shared<const Recipe>();
    std::shared_ptr<const Recipe> recipe = settings; ///< that of the open picture; never null
    std::optional<Look> look{};                      ///< the look whose settings the recipe has, if any
    bool suits_picture =
        false;      ///< nobody has set anything: each picture is opened with the look that suits it
    Look suiting{}; ///< the look that the open picture was given so
    bool opened_as_pixel_art = false; ///< with one pixel for each cell; *photo* suits the picture as it is
    /// A look that suits the open picture better than the settings that it met; none once one is changed.
    std::optional<Look> better_look{};
    /// `recipe` differs from `settings`: the open picture has so few colours that they stay, or nothing
    /// drifts as its cells are exact.
    bool keeps_colors = false;
    Weightings weightings = Weightings::frequency; ///< computed and shown
    bool can_undo = false, can_redo = false;
    /// The open picture was given the edits that it had in an earlier run; undo() takes them away.
    bool has_restored = false;

    std::shared_ptr<const Result> palette,
        frequency; ///< the newest of each; null: none since the file was opened
    std::shared_ptr<const Curve> palette_curve, frequency_curve;
    std::shared_ptr<const NaturalSizes>
        natural; ///< of the first weighting, perhaps of another recipe, or null
    std::shared_ptr<const EnoughColors> enough; ///< newest, perhaps of another recipe; null before the first
    std::shared_ptr<const Traces> traces;       ///< of the colour looked at last; null until ready
    std::shared_ptr<const Drift> drift;         ///< of a result that drifts, or one before; null until ready

    Activity activity = Activity::idle;
    std::chrono::steady_clock::time_point activity_begun{};
    /// Since when the results are of another recipe, or when the last of these came; none: they are not.
    std::optional<std::chrono::steady_clock::time_point> outdated_since{};
    double share = 0;   ///< the finished part of the activity, 0 to 1
    std::string notice; ///< why the last request failed, or a device did; one sentence, or empty
    Refusal refusal;    ///< of the request that the notice is about
    bool exporting = false;
    Exported exported; ///< of the last export, until it is dismissed; else without a sentence
    std::optional<std::uintmax_t>
        export_bytes{}; ///< the size of the pictures of Session::measure_export(), once known
    std::optional<Refused> export_refusal; ///< why the format cannot hold one of these pictures; none: it can
    ConfirmedFiles
        replaced; ///< files that the export of Session::prepare_export() would replace; null until known
    std::shared_ptr<const QueueProgress> queue_export; ///< the last export of a queue; null before the first
    double queue_share = 0;                            ///< the finished part of the queue's export, 0 to 1

    std::shared_ptr<const std::vector<EngineEntry>> engines;
    EngineChoice engine_choice;

    const std::shared_ptr<const Result>& result(Weighting weighting) const {
        return weighting == Weighting::palette ? palette : frequency;
    }
    const std::shared_ptr<const Curve>& curve(Weighting weighting) const {
        return weighting == Weighting::palette ? palette_curve : frequency_curve;
    }
    /// The number of colours whose errors nobody sees; none if it is not known or there is none.
    std::optional<std::uint32_t> enough_colors() const;
    /// The natural sizes of the palette for the current settings; none until they are known.
    std::vector<Plateau> natural_sizes() const;
    /// The number of colours of the picture's areas; 0: it is no drawing, or not counted.
    std::size_t areas() const { return natural && natural->picture == picture ? natural->areas : 0; }
    /// Seconds since the activity began.
    double elapsed() const;
    /// Seconds for which the results have been out of date, else since the activity began.
    double behind() const;
    /// How the result of a weighting relates to the recipe.
    ResultState state(Weighting weighting) const;
    /// Whether every chosen weighting has its exact result.
    bool exact() const;
    /// Whether every chosen weighting has a result of the recipe.
    bool current() const;
};

/// As cli_command(), for an export of the open picture.
std::string cli_command(const Snapshot& snapshot, const ExportRequest& request);

/// A change of the settings after which a refusal no longer applies.
struct Remedy {
    std::string label; ///< of its button
    std::string about; ///< a sentence
    Recipe recipe;     ///< then
};

/// The remedies for a refusal that a snapshot tells; none where no single setting helps.
std::vector<Remedy> remedies_of(const Refusal& refusal, const Snapshot& snapshot);

/// The change of alpha with which a kind begins.
AlphaMode first_of(AlphaMode::Kind kind);

}
