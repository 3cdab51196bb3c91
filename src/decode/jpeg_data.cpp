#include "decode/jpeg_data.h"

#include "decode/jpeg_scan.h"
#include "image/jpeg_markers.h"

#include <algorithm>
#include <array>

namespace huedrift {
namespace {

std::size_t divide_up(std::size_t value, std::size_t divisor) { return (value + divisor - 1) / divisor; }

/// A file from marker to marker, the same ones that the header gate has seen: what it let pass as the
/// picture's size must be what memory is taken for here.
class FileWalk {
public:
    explicit FileWalk(std::span<const std::byte> file) : file_(file) {}

    std::string_view missing() {
        constexpr std::string_view cut = "its data are cut or damaged",
                                   tables = "a Huffman table that cannot be";
        for (std::size_t at = 2;;) {
            while (u8(at) == 0xFF && u8(at + 1) == 0xFF) ++at; // fill bytes
            const std::uint32_t marker = u8(at + 1);
            if (u8(at) != 0xFF) return cut;
            if (marker == EOI) break;
            const std::size_t segment = at + 2, end = segment + u16(segment);
            at = end;
            if ((marker == SOF0 || marker == SOF1 || marker == SOF2) && !read_frame(segment, marker))
                return cut;
            if (marker == DHT && !read_tables(segment + 2, end)) return tables;
            if (marker == DRI) interval_ = u16(segment + 2);
            if (marker == SOS && !walk_scan(segment, at)) return cut;
        }
        return std::ranges::all_of(components_, &JpegComponent::seen) ? "" : cut;
    }

private:
    std::uint32_t u8(std::size_t at) const {
        return at < file_.size() ? std::to_integer<std::uint32_t>(file_[at]) : 0;
    }
    std::uint32_t u16(std::size_t at) const { return u8(at) << 8 | u8(at + 1); }

    /// Behind entropy-coded data; the end of the file where there is none.
    std::size_t next_marker(std::size_t at) const {
        for (; at < file_.size(); ++at) {
            const std::uint32_t next = u8(at + 1);
            if (u8(at) == 0xFF && next != 0 && next != 0xFF && (next < RST0 || next > RST7)) break;
        }
        return at;
    }

    /// False for a second frame, and for more components than the header gate lets pass.
    bool read_frame(std::size_t segment, std::uint32_t marker) {
        if (!components_.empty() || u8(segment + 7) > 4) return false;
        const std::size_t height = u16(segment + 3), width = u16(segment + 5);
        progressive_ = marker == SOF2;
        components_.assign(u8(segment + 7), {});
        std::uint32_t across = 1, down = 1;
        for (std::size_t i = 0; i < components_.size(); ++i) {
            JpegComponent& c = components_[i];
            c.id = u8(segment + 8 + 3 * i);
            c.across = u8(segment + 9 + 3 * i) >> 4, c.down = u8(segment + 9 + 3 * i) & 15;
            across = std::max(across, c.across), down = std::max(down, c.down);
        }
        for (JpegComponent& c : components_) {
            c.columns = divide_up(divide_up(width * c.across, across), 8);
            c.rows = divide_up(divide_up(height * c.down, down), 8);
            if (progressive_) c.known.resize(c.columns * c.rows);
        }
        units_ = divide_up(width, 8 * across) * divide_up(height, 8 * down);
        return true;
    }

    bool read_tables(std::size_t at, std::size_t end) {
        while (at + 17 <= std::min(end, file_.size())) {
            const std::uint32_t kind = u8(at) >> 4, number = u8(at) & 15;
            const auto counts = file_.subspan(at + 1).first<16>();
            std::size_t symbols = 0;
            for (const std::byte count : counts) symbols += std::to_integer<std::size_t>(count);
            at += 17;
            if (kind > 1 || number > 3 || symbols > file_.size() - at) return false;
            if (!(kind == 0 ? dc_ : ac_)[number].define(counts, file_.subspan(at, symbols))) return false;
            at += symbols;
        }
        return true;
    }

    /// Goes through a scan, whose data begin at `at`, to their end. False when they are too few or too many.
    bool walk_scan(std::size_t segment, std::size_t& at) {
        JpegScan scan;
        const std::size_t count = u8(segment + 2), behind = segment + 3 + 2 * count;
        for (std::size_t i = 0; i < count; ++i) {
            const auto found = std::ranges::find(components_, u8(segment + 3 + 2 * i), &JpegComponent::id);
            const std::uint32_t tables = u8(segment + 4 + 2 * i);
            if (found == components_.end() || tables >> 4 > 3 || (tables & 15) > 3) return false;
            scan.components.push_back(&*found);
            scan.dc.push_back(&dc_[tables >> 4]);
            scan.ac.push_back(&ac_[tables & 15]);
        }
        if (scan.components.empty()) return false;
        scan.first = u8(behind), scan.last = std::min(u8(behind + 1), 63u);
        scan.refines = u8(behind + 2) >> 4 != 0;
        if (progressive_ && scan.first > 0 && count > 1) return false;
        if (!progressive_ || (scan.first == 0 && !scan.refines))
            for (JpegComponent* const c : scan.components) c->seen = true;

        const JpegComponent& first = *scan.components[0];
        const std::size_t units = count == 1 ? first.columns * first.rows : units_;
        JpegScanWalk walk(file_, at, scan);
        const bool whole =
            progressive_ ? walk.progressive(units, interval_) : walk.sequential(units, interval_);
        const std::size_t begin = walk.at();
        at = next_marker(begin);
        return whole && !is_data(file_.subspan(begin, at - begin));
    }

    /// Whether what lies behind the last block is more than padding: blocks are missing in front of it, then.
    static bool is_data(std::span<const std::byte> behind) {
        constexpr std::ptrdiff_t most = 16;
        const auto padding = [](std::byte byte) { return byte == std::byte{0} || byte == std::byte{0xFF}; };
        return std::ssize(behind) - std::ranges::count_if(behind, padding) > most;
    }

    std::span<const std::byte> file_;
    std::vector<JpegComponent> components_;
    std::array<JpegHuffman, 4> dc_, ac_;
    std::size_t units_ = 0;    ///< of an interleaved scan
    std::size_t interval_ = 0; ///< units between restart markers; 0: there are none
    bool progressive_ = false;
};

}

std::string_view missing_jpeg_data(std::span<const std::byte> file) { return FileWalk(file).missing(); }

}
