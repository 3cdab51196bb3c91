#pragma once

#include "library/chosen_engine.h"
#include "pipeline/pipeline.h"

struct huedrift_picture {
    explicit huedrift_picture(huedrift::Image image);

    huedrift::ChosenEngine engine;
    huedrift::Pipeline pipeline;
};
