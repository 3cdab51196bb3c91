#include "image/inspect.h"

#include "image/pnm_header.h"

namespace huedrift {

FileFacts inspect_pnm(const Source& source) {
    const PnmHeader header = read_pnm_header(source);
    FileFacts facts;
    facts.width = header.width;
    facts.height = header.height;
    facts.sixteen_bits = header.max > 255;
    // The limits on sides are checked later: the bytes of a row first, so that nothing overflows.
    constexpr std::uint64_t max_side = std::uint64_t{1} << 28;
    if (facts.width > max_side || facts.height > max_side) return facts;
    const std::size_t there = source.bytes().size() - header.raster;
    if (header.raster_bytes() > there) throw source.damaged("it is cut short");
    return facts;
}

}
