#pragma once

#include <string>
#include <vector>

namespace huedrift {

/// A line of text as upright bars, by stb_easy_font, so that pictures with text need no font. Non-ASCII
/// characters become "?".
class Lettering {
public:
    struct Stroke {
        int x, y, width, height; ///< y from the baseline, upwards negative
    };

    explicit Lettering(const std::string& text);

    int width() const { return width_; }
    const std::vector<Stroke>& strokes() const { return strokes_; }

private:
    int width_ = 0;
    std::vector<Stroke> strokes_;
};

}
