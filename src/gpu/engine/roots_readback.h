#pragma once

#include "gpu/stages/resolve_modes.h"
#include "reduction/reduction.h"

namespace huedrift::gpu {

/// Reads the result back: the roots that ResolveModes lists and the root of each colour.
class RootsReadback {
public:
    RootsReadback(const vulkan::Device& device, const Trajectories& trajectories);

    /// Copies as many roots as last time, since the radius usually changes little.
    void record(vulkan::Recorder& recorder) const;
    /// Whether the copy covered `roots` roots; if not, the next record() does.
    bool expect(std::uint32_t roots);
    /// Makes the modes, in ascending order as gather_modes() would, from `count` unordered roots. `origin` is
    /// the origin of the device's positions. Throws WrongResult for a colour without a root
    /// or a root where no colour can be.
    Reduction gather(std::uint32_t count, const Position& origin, Transfer transfer);

private:
    enum Array : std::uint32_t { l, a, b, colors, pixels_low, pixels_high, arrays };
    struct Root {
        Position position;
        std::uint32_t number;
    };
    std::span<const std::uint32_t> array(Array which) const;
    void sort_roots(std::uint32_t count, const Position& origin);
    bool begins_mode(std::size_t index) const;
    std::vector<PaletteEntry> merge_roots(Transfer transfer);
    PaletteEntry merge_mode(std::size_t index, std::uint32_t number, Transfer transfer);

    const vulkan::Device& device_;
    const Trajectories& trajectories_;
    std::uint32_t capacity_, expected_;
    vulkan::Buffer readback_;
    // Reused, because fresh memory costs more than the work on it.
    std::vector<Root> sorted_;
    std::vector<std::uint32_t> mode_of_root_;
};

}
