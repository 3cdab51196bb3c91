#pragma once

#include "app/ui/frame_context.h"
#include "app/ui/setting_rows.h"

namespace huedrift::app {

/// The settings below the palette, under folds whose titles name the settings in force, or else the contents.
class Folds {
public:
    void draw(const FrameContext& frame);
    /// Whether a fold is open.
    bool is_open() const { return is_open_; }

private:
    NumberFields fields_;
    HexField matte_field_;
    bool is_open_ = false;
};

}
