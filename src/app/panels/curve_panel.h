#pragma once

#include "app/ui/frame_context.h"

namespace huedrift::app {

/// Output colours against radius, both axes logarithmic. A click or drag sets the radius.
class CurvePanel {
public:
    void draw(const FrameContext& frame);

private:
    bool dragged_ = false;
};

}
