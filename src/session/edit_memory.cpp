#include "session/edit_memory.h"

#include "base/input_file.h"
#include "base/output_file.h"
#include "base/wording.h"
#include "reduction/reduction.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

/// More than the lists of a recipe can fill.
constexpr std::size_t max_edits_bytes = std::size_t{1} << 24;
constexpr std::string_view edits_extension = ".edits";

fs::path file_of(const fs::path& folder, std::uint64_t picture) {
    return folder / hex_text(picture) += edits_extension;
}

Recipe read_edits(const fs::path& file) {
    std::error_code failure;
    if (!fs::is_regular_file(file, failure)) return {};
    try {
        const std::vector<std::byte> bytes = read_input(file, max_edits_bytes);
        const auto recipe = parse_recipe({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        if (!recipe) return {};
        fs::last_write_time(file, fs::file_time_type::clock::now(), failure); // it is in use
        return kept_part(*recipe);
    } catch (const Error&) {
        return {};
    }
}

/// Removes all but the newest files.
void remove_beyond(const fs::path& folder, std::size_t most) {
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code failure; // another window may have removed one
    for (fs::directory_iterator it(folder, failure), end; !failure && it != end; it.increment(failure))
        if (it->path().extension() == edits_extension)
            files.emplace_back(it->last_write_time(failure), it->path());
    std::ranges::sort(files, std::greater());
    for (std::size_t i = most; i < files.size(); ++i) fs::remove(files[i].second, failure);
}

}

Recipe kept_part(const Recipe& recipe) {
    Recipe kept = with_edits({}, edits_of(recipe));
    kept.source.importance.reset();
    kept.labels.dither_mask.reset();
    if (recipe.labels.grid.kind == GridChoice::Kind::given) kept.labels.grid = recipe.labels.grid;
    return kept;
}

fs::path edits_folder() {
    const fs::path folder = user_folder("XDG_STATE_HOME", ".local/state");
    return folder.empty() ? folder : folder / "edits";
}

Recipe KeptEdits::find(std::uint64_t picture) const {
    if (const auto found = newer.find(picture); found != newer.end()) return found->second;
    return forgets ? Recipe{} : read_edits(file_of(folder, picture));
}

Recipe KeptEdits::find(const Document& document) const {
    return folder.empty() ? Recipe{} : find(fingerprint(*document.image));
}

EditMemory::EditMemory(JobThreads& threads, fs::path folder)
    : kept_{.folder = std::move(folder)},
      finder_(threads,
              [](const Search& search, Progress&) {
                  const auto& [kept, document] = search;
                  const std::uint64_t picture = fingerprint(*document->image);
                  return Found{picture, kept.find(picture)};
              }),
      writer_(threads, [](const KeptEdits& kept, Progress&) {
          write(kept);
          return std::monostate();
      }) {}

void EditMemory::write(const KeptEdits& kept) {
    if (kept.forgets) remove_beyond(kept.folder, 0);
    std::error_code gone;
    for (const auto& [picture, edits] : kept.newer) {
        const fs::path file = file_of(kept.folder, picture);
        if (edits == Recipe{}) {
            fs::remove(file, gone);
            continue;
        }
        make_folder(kept.folder);
        write_file_atomically(file, text_bytes(recipe_text(edits)), Overwrite::yes);
    }
    remove_beyond(kept.folder, max_pictures);
}

void EditMemory::open(const std::shared_ptr<const Document>& document) {
    picture_.reset();
    found_.reset();
    noted_.reset();
    if (!kept_.folder.empty()) finder_.ask_again({kept_, document});
}

bool EditMemory::deliver() {
    if (writer_.deliver()) {
        if (writer_.answer()) kept_ = {.folder = kept_.folder}; // a later request has those of an earlier one
        failure_ = writer_.failure();
    }
    if (!finder_.deliver() || !finder_.answer()) return false;
    picture_ = finder_.answer()->picture;
    found_ = noted_ = finder_.answer()->edits;
    finder_.forget(); // frees the picture
    return true;
}

void EditMemory::note(const Recipe& now) {
    const Recipe& recipe = found_ && !has_edits(now) ? *found_ : now;
    if (!picture_ || recipe == noted_) return;
    noted_ = recipe;
    kept_.newer[*picture_] = recipe;
    writer_.ask_again(kept_);
}

void EditMemory::forget() {
    if (kept_.folder.empty()) return;
    kept_.newer.clear();
    kept_.forgets = true;
    writer_.ask_again(kept_);
    if (finder_.busy()) open(finder_.request().second); // it may have read them already
    if (found_) found_ = noted_ = Recipe{};
}

}
