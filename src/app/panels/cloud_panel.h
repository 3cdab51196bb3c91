#pragma once

#include "app/ui/gui.h"
#include "app/ui/look.h"
#include "session/session.h"

#include <vector>

namespace huedrift::app {

struct Plot;

/// The colours of the picture where they lie in Oklab, the modes as discs, and the ways to the colour that
/// one looks at. Dragging turns it, the wheel zooms, a double click takes both back.
class CloudPanel {
public:
    void draw(const Snapshot& snapshot, Session& session, Look& look, const Gui& gui);

private:
    struct Projection;
    /// A colour of the picture where it is drawn.
    struct Grain {
        Position position;
        Rgb color;
    };

    void sample(const std::shared_ptr<const Picture>& picture);
    void take_pointer(const Plot& plot);
    Projection projection(const Plot& plot) const;
    void draw_modes(const Plot& plot, const std::shared_ptr<const Result>& result, Session& session,
                    Look& look, const Gui& gui) const;
    void draw_ball(const Plot& plot, const Snapshot& snapshot, Rgb color, const Gui& gui) const;

    std::shared_ptr<const Picture> picture_; ///< that grains_ are of
    std::vector<Grain> grains_;
    Oklab middle_{};            ///< of the bounding box of the picture's colours
    float tall_ = 1, wide_ = 1; ///< half of its height, and of its diagonal across
    float turn_ = 0, tilt_ = 0.25f, zoom_ = 1;
    float first_turn_ = 0; ///< that shows the picture's colours from their broad side
};

}
