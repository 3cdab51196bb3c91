#include "session/export_size.h"

namespace huedrift {

void ExportSize::ask(const ExportRequest& request,
                     const std::vector<std::shared_ptr<const Result>>& results) {
    const Key key{request.picture.file().extension(),
                  request.indexed,
                  request.settings,
                  request.keep_metadata,
                  request.quality,
                  request.frame,
                  results};
    if (key == asked_) return;
    asked_ = key;
    bytes_.reset();
    refusal_.clear();
    if (results.empty() || key.extension.empty()) return;
    ExportRequest pictures = request;
    pictures.smallest = false; // which takes seconds, and cannot be cancelled
    runner_.post(
        [this, key, pictures](JobRunner::Run& run) {
            const std::uintmax_t bytes = export_bytes(pictures, key.results, run.progress());
            run.deliver([this, key, bytes] {
                if (key == asked_) bytes_ = bytes;
            });
        },
        // Of an unknown format, whose name may still be typed, the export itself speaks.
        [this, key](const Error& error) {
            if (key == asked_ && error.kind() == ErrorKind::output) refusal_ = error.what();
        });
}

}
