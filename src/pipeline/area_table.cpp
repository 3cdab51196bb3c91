#include "pipeline/area_table.h"

#include "base/decimal.h"
#include "color/css_color.h"

#include <algorithm>

namespace huedrift {

std::string area_table(std::span<const Part> parts, std::uint64_t all) {
    std::string table = "rank,color,name,pixels,share,regions,left,top,width,height\n";
    for (const Part& part : parts) {
        const LabelArea& area = part.area;
        const double share = double(area.pixels) / double(std::max<std::uint64_t>(1, all));
        for (const std::string& value :
             {std::to_string(part.rank), hex_code(part.color), name_near(part.color),
              std::to_string(area.pixels), shortest(share), std::to_string(area.regions),
              std::to_string(area.left), std::to_string(area.top), std::to_string(area.right - area.left),
              std::to_string(area.bottom - area.top)})
            table += value + ",";
        table.back() = '\n';
    }
    return table;
}

}
