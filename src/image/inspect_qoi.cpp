#include "image/inspect.h"

namespace huedrift {

// qoiformat.org/qoi-specification.pdf
FileFacts inspect_qoi(const Source& source) {
    constexpr std::size_t head = 14, end_marker = 8, max_run = 62;
    FileFacts facts;
    facts.width = source.u32_big(4);
    facts.height = source.u32_big(8);
    const std::uint32_t channels = source.u8(12), color_space = source.u8(13);
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    if (channels != 3 && channels != 4) throw source.damaged("it has neither 3 nor 4 channels");
    if (color_space > 1) throw source.damaged("its colour space is unknown");
    const std::size_t chunks = source.bytes().size() - source.part(0, head + end_marker).size();
    if (facts.height > max_run * chunks / facts.width) throw source.damaged("it is cut short");
    return facts;
}

}
