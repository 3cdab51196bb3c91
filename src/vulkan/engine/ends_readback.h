#pragma once

#include "reduction/reduction.h"
#include "vulkan/stages/resolve_modes.h"

namespace huedrift::gpu {

/// The result on its way to the host: the ends that ResolveModes lists and the end of each colour.
class EndsReadback {
public:
    EndsReadback(const Device& device, const Runs& runs);

    /// Copies as many ends as there were last time: mostly the radius moves a little and the ends are about
    /// as many.
    void record(Recorder& recorder) const;
    /// Whether that was enough for so many ends; the next recording copies as many.
    bool expect(std::uint32_t ends);
    /// The modes in ascending order, as gather_modes would give them, from `count` ends in no order. `origin`
    /// is what the device counts positions from.
    Reduction gather(std::uint32_t count, const Position& origin, Transfer transfer);

private:
    enum Array : std::uint32_t { l, a, b, colors, pixels_low, pixels_high, arrays };
    struct Place {
        Position position;
        std::uint32_t end;
    };
    std::span<const std::uint32_t> array(Array which) const;
    void sort_places(std::uint32_t count, const Position& origin);
    bool begins_mode(std::size_t place) const;
    std::vector<Mode> merge_places(Transfer transfer);
    Mode merge_mode(std::size_t place, std::uint32_t number, Transfer transfer);

    const Device& device_;
    const Runs& runs_;
    std::uint32_t room_, expected_;
    Buffer ends_;
    // Kept from one result to the next: fresh memory costs more than what is done with it.
    std::vector<Place> places_;
    std::vector<std::uint32_t> mode_of_end_;
};

}
