#include "pipeline/area_table.h"

#include "base/decimal.h"

#include <algorithm>

namespace huedrift {
namespace {

/// As RFC 4180 writes texts with commas or quotes.
std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"") == text.npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

}

std::string area_table(std::span<const Part> parts, std::uint64_t all) {
    std::string table = "rank,color,name,pixels,share,regions,left,top,width,height\n";
    for (const Part& part : parts) {
        const LabelArea& area = part.area;
        const double share = double(area.pixels) / double(std::max<std::uint64_t>(1, all));
        for (const std::string& value :
             {std::to_string(part.rank), hex_code(part.color), quoted(shown_name(part)),
              std::to_string(area.pixels), shortest(share), std::to_string(area.regions),
              std::to_string(area.left), std::to_string(area.top), std::to_string(area.right - area.left),
              std::to_string(area.bottom - area.top)})
            table += value + ",";
        table.back() = '\n';
    }
    return table;
}

}
