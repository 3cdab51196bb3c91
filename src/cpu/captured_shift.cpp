#include "cpu/captured_shift.h"

#include "palette/merge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace huedrift {
namespace {

constexpr std::uint32_t none = Capture::none;

/// Telling more entries apart would take longer than following the trajectories.
constexpr std::size_t max_entries = 3000;

bool denser(std::span<const std::uint64_t> densities, std::uint32_t i, std::uint32_t j) {
    return densities[i] != densities[j] ? densities[i] > densities[j] : i < j;
}

/// The densest colours of probably distinct basins: each cube joins the neighbour in which f is highest.
std::vector<std::uint32_t> densest_of_basins(const ColorSet& colors, std::span<const double> heights,
                                             std::span<const std::uint64_t> densities, double side) {
    using Cell = std::array<std::int32_t, 3>;
    const auto cell_at = [&](const Position& p) {
        Cell cell;
        for (std::size_t axis = 0; axis < 3; ++axis)
            cell[axis] = static_cast<std::int32_t>(std::floor(coordinates(p)[axis] / side));
        return cell;
    };
    std::map<Cell, std::uint32_t> numbers;
    std::vector<Cell> cells;
    std::vector<std::uint32_t> cell_of(colors.size()), top;
    for (std::uint32_t i = 0; i < colors.size(); ++i) {
        const Cell cell = cell_at(colors.positions()[i]);
        const auto [found, added] = numbers.emplace(cell, static_cast<std::uint32_t>(cells.size()));
        if (added) {
            cells.push_back(cell);
            top.push_back(i);
        }
        cell_of[i] = found->second;
        if (heights[i] > heights[top[cell_of[i]]]) top[cell_of[i]] = i;
    }
    const auto higher = [&](std::uint32_t x, std::uint32_t y) {
        return heights[top[x]] != heights[top[y]] ? heights[top[x]] > heights[top[y]] : x < y;
    };
    std::vector<std::uint32_t> root(cells.size());
    for (std::uint32_t c = 0; c < cells.size(); ++c) {
        root[c] = c;
        for (int k = 0; k < 27; ++k) {
            const auto found =
                numbers.find({cells[c][0] + k / 9 - 1, cells[c][1] + k / 3 % 3 - 1, cells[c][2] + k % 3 - 1});
            if (found != numbers.end() && higher(found->second, root[c])) root[c] = found->second;
        }
    }
    std::vector<std::uint32_t> densest(cells.size(), none);
    for (std::uint32_t i = 0; i < colors.size(); ++i) {
        std::uint32_t& r = root[cell_of[i]];
        while (root[r] != r) r = root[r];
        if (densest[r] == none || denser(densities, i, densest[r])) densest[r] = i;
    }
    std::erase(densest, none);
    std::ranges::sort(densest, [&](std::uint32_t i, std::uint32_t j) { return denser(densities, i, j); });
    return densest;
}

class CapturedShift {
public:
    CapturedShift(MeanShift& mean_shift, const ColorSet& colors, std::int64_t limit)
        : mean_shift_(mean_shift), colors_(colors), limit_(limit) {}

    /// The entries that the densest colours of the basins become.
    void find_entries(std::span<const std::uint32_t> densest) {
        PaletteEntries entries(limit_);
        for (const std::uint32_t i : densest) {
            const Position mode = mean_shift_.mode_of(i);
            if (entries.taker_of(mode) == PaletteEntries::none) entries.add(mode);
        }
        entries_.assign(entries.positions().begin(), entries.positions().end());
    }
    std::span<const Position> entries() const { return entries_; }

    /// The modes, with the entries' modes for captured trajectories.
    Reduction gather() {
        const Trajectories& trajectories = mean_shift_.resolve();
        std::vector<Position> states = trajectories.states();
        states.insert(states.end(), entries_.begin(), entries_.end());
        std::vector<std::uint32_t> state_of = trajectories.roots();
        for (std::uint32_t& state : state_of)
            if (const std::uint32_t entry = mean_shift_.captured_by()[state]; entry != none)
                state = static_cast<std::uint32_t>(trajectories.states().size()) + entry;
        return gather_modes(colors_, states, state_of);
    }

    /// The colours that have to be followed after all. An entry's mode is the mode of its densest colour, so
    /// that one must be known; and an entry takes what was captured for it only if all entries found before
    /// it were taken into account or are too far away.
    std::vector<std::uint32_t> doubtful(const Reduction& reduction, bool patient) {
        const auto captured_by = mean_shift_.captured_by();
        const std::vector<std::uint32_t>& roots = mean_shift_.resolve().roots();
        const auto label = [&](std::uint32_t color) { return captured_by[roots[color]]; };
        const auto densities = mean_shift_.densities();
        std::vector<std::uint32_t> densest(reduction.modes.size(), none);
        std::vector<bool> used(entries_.size(), false), wrong(entries_.size(), false);
        for (std::uint32_t i = 0; i < colors_.size(); ++i) {
            std::uint32_t& best = densest[reduction.mode_of[i]];
            if (best == none || denser(densities, i, best)) best = i;
            if (label(i) != none) used[label(i)] = true;
        }
        std::vector<std::uint32_t> found;
        for (const std::uint32_t i : densest) {
            if (label(i) == none) continue;
            if (patient) {
                found.push_back(i);
            } else {
                wrong[label(i)] = true;
            }
        }
        if (found.empty()) find_wrong(reduction, used, wrong);
        for (std::uint32_t i = 0; i < colors_.size(); ++i)
            if (label(i) != none && wrong[label(i)]) found.push_back(i);
        return found;
    }

private:
    void find_wrong(const Reduction& reduction, const std::vector<bool>& used, std::vector<bool>& wrong) {
        std::vector<Position> modes;
        for (const Mode& mode : reduction.modes) modes.push_back(mode.position);
        const MergedModes merged = merge_modes(modes, reduction.mode_of, mean_shift_.densities(), limit_);
        for (std::uint32_t entry = 0; entry < entries_.size(); ++entry) {
            if (!used[entry]) continue;
            const auto taken_into_account = std::span(entries_).first(entry);
            wrong[entry] = true;
            for (const std::uint32_t mode : merged.entries) {
                if (modes[mode] == entries_[entry]) {
                    wrong[entry] = false;
                    break;
                }
                if (squared_distance(modes[mode], entries_[entry]) <= 4 * limit_ &&
                    std::ranges::find(taken_into_account, modes[mode]) == taken_into_account.end())
                    break;
            }
        }
    }

    MeanShift& mean_shift_;
    const ColorSet& colors_;
    std::int64_t limit_;
    std::vector<Position> entries_;
};

}

Reduction captured_shift(MeanShift& mean_shift, const BallSum& ball_sum, const ColorSet& colors,
                         const Options& options, Progress& progress, Statistics& statistics) {
    const std::int64_t limit = squared_merge_distance(options);
    CapturedShift shift(mean_shift, colors, limit);
    std::optional<Capture> capture;
    {
        const StageTimer timer(statistics, "first_step");
        mean_shift.first_step(progress, statistics);
    }
    {
        const StageTimer timer(statistics, "capture");
        const double side = std::sqrt(double(std::min(limit, ball_sum.squared_radius()))) / 2;
        const std::vector<std::uint32_t> densest =
            densest_of_basins(colors, mean_shift.heights(), mean_shift.densities(), side);
        if (densest.size() <= max_entries) {
            mean_shift.follow(densest, progress, statistics);
            shift.find_entries(densest);
            Progress part(progress, progress.share(), (1 + progress.share()) / 2);
            capture.emplace(ball_sum, colors.positions(), mean_shift.heights(), mean_shift.densities(),
                            shift.entries(), limit, part);
            statistics.evaluations += capture->evaluations();
        }
    }
    const StageTimer timer(statistics, "mean_shift");
    mean_shift.follow_all(capture ? &*capture : nullptr, progress, statistics);
    constexpr int patience = 4;
    for (int tries = 0;; ++tries) {
        Reduction reduction = shift.gather();
        const std::vector<std::uint32_t> doubtful = shift.doubtful(reduction, tries < patience);
        if (doubtful.empty()) {
            progress.report(1);
            return reduction;
        }
        mean_shift.release(doubtful);
        mean_shift.follow_all(nullptr, progress, statistics);
    }
}

}
