#pragma once

#include "huedrift.h"

#include <memory>

namespace huedrift::python {

template <auto free_one>
struct FreedBy {
    template <class Object>
    void operator()(Object* object) const {
        free_one(object);
    }
};

/// The objects of the library, each owned.
using OwnedSettings = std::unique_ptr<huedrift_settings, FreedBy<huedrift_settings_free>>;
using OwnedJob = std::unique_ptr<huedrift_job, FreedBy<huedrift_job_free>>;
using OwnedPicture = std::unique_ptr<huedrift_picture, FreedBy<huedrift_picture_free>>;
using OwnedResult = std::unique_ptr<huedrift_result, FreedBy<huedrift_result_free>>;
using OwnedGroup = std::unique_ptr<huedrift_group, FreedBy<huedrift_group_free>>;

}
