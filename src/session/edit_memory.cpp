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

Recipe recipe_of(const RememberedEdits& remembered) {
    Recipe recipe = with_edits({}, remembered.edits);
    recipe.labels.grid = remembered.grid;
    return recipe;
}

RememberedEdits read_edits(const fs::path& file) {
    std::error_code failure;
    if (!fs::is_regular_file(file, failure)) return {};
    try {
        const std::vector<std::byte> bytes = read_input(file, max_edits_bytes);
        const auto recipe = parse_recipe({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        if (!recipe) return {};
        fs::last_write_time(file, fs::file_time_type::clock::now(), failure); // it is in use
        return remembered_in(*recipe);
    } catch (const Error&) {
        return {};
    }
}

/// The files of a folder, the newest first.
std::vector<fs::path> edit_files(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code failure;
    for (fs::directory_iterator it(folder, failure), end; !failure && it != end; it.increment(failure))
        if (it->path().extension() == edits_extension)
            files.emplace_back(it->last_write_time(failure), it->path());
    std::ranges::sort(files, std::greater());
    std::vector<fs::path> paths;
    paths.reserve(files.size());
    for (auto& [time, path] : files) paths.push_back(std::move(path));
    return paths;
}

void remove_beyond(const fs::path& folder, std::size_t most) {
    const std::vector<fs::path> files = edit_files(folder);
    std::error_code gone; // another window may have removed it
    for (std::size_t i = most; i < files.size(); ++i) fs::remove(files[i], gone);
}

}

RememberedEdits remembered_in(const Recipe& recipe) {
    RecipeEdits edits = edits_of(recipe);
    edits.importance.reset();
    edits.dither_mask.reset();
    const GridChoice& grid = recipe.labels.grid;
    return {std::move(edits), grid.kind == GridChoice::Kind::given ? grid : GridChoice{}};
}

fs::path edits_folder() {
    const fs::path folder = user_folder("XDG_STATE_HOME", ".local/state");
    return folder.empty() ? folder : folder / "edits";
}

RememberedEdits KeptEdits::find(std::uint64_t picture) const {
    if (const auto found = newer.find(picture); found != newer.end()) return found->second;
    return forgets ? RememberedEdits{} : read_edits(file_of(folder, picture));
}

RememberedEdits KeptEdits::find(const Document& document) const {
    return folder.empty() ? RememberedEdits{} : find(fingerprint(*document.image));
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
        if (edits.empty()) {
            fs::remove(file, gone);
            continue;
        }
        make_folder(kept.folder);
        write_file_atomically(file, text_bytes(recipe_text(recipe_of(edits))), Overwrite::yes);
    }
    remove_beyond(kept.folder, max_pictures);
}

void EditMemory::open(const std::shared_ptr<const Document>& document) {
    picture_.reset();
    found_.reset();
    noted_.reset();
    if (!kept_.folder.empty()) finder_.ask_again({kept_, document});
}

void EditMemory::deliver() {
    if (writer_.deliver()) {
        if (writer_.answer()) kept_ = {.folder = kept_.folder}; // a later request has those of an earlier one
        failure_ = writer_.failure();
    }
    if (!finder_.deliver() || !finder_.answer()) return;
    picture_ = finder_.answer()->picture;
    found_ = noted_ = finder_.answer()->edits;
    finder_.forget(); // frees the picture
}

void EditMemory::note(const RememberedEdits& now) {
    if (!picture_ || found_ || now == noted_) return;
    noted_ = now;
    kept_.newer[*picture_] = now;
    writer_.ask_again(kept_);
}

void EditMemory::forget() {
    if (kept_.folder.empty()) return;
    kept_.newer.clear();
    kept_.forgets = true;
    writer_.ask_again(kept_);
    if (finder_.busy()) open(finder_.request().second); // it may have read them already
    if (found_) found_ = noted_ = RememberedEdits{};
}

}
