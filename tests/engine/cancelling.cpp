#include "engine/cancelling.h"

#include "base/error.h"

namespace huedrift {

int reports_of(Engine& engine, const ColorSet& colors, const Options& options) {
    int reports = 0;
    Progress progress([&](double) { ++reports; });
    engine.reduce(colors, options, progress);
    return reports;
}

bool ends_when_cancelled_at(Engine& engine, const ColorSet& colors, const Options& options, int report) {
    Progress progress([&](double) {
        if (report-- == 0) progress.cancel();
    });
    try {
        engine.reduce(colors, options, progress);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::cancelled) throw;
        return true;
    }
    return false;
}

}
