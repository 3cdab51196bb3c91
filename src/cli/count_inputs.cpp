#include "cli/count_inputs.h"

#include "cli/batch_bar.h"
#include "cli/in_order.h"
#include "cli/interrupt.h"
#include "cli/job_thread_limit.h"

#include <cstdio>
#include <utility>
#include <vector>

namespace huedrift {

ColorTable count_inputs(std::span<const std::string> names, std::size_t at_once, bool quiet, Batch& batch,
                        const std::function<ColorTable(std::size_t)>& table_of,
                        const std::function<void(std::size_t, const std::optional<Failure>&)>& counted) {
    struct Counted {
        bool begun = false;
        std::optional<Failure> failure{};
        std::string said{};
        ColorTable table{};
    };
    std::vector<Counted> all(names.size());
    const JobThreadLimit threads(at_once);
    BatchBar bar(names.size(), !quiet);
    ColorTable sum;
    in_order(
        names.size(), at_once,
        [&](std::size_t i) {
            if (interrupted()) return;
            all[i].begun = true;
            HeldSentences held;
            all[i].failure = run_guarded(names[i], [&] { all[i].table = table_of(i); });
            all[i].said = held.take();
        },
        [&](std::size_t i) {
            Counted one = std::exchange(all[i], {});
            if (!one.begun) return;
            bar.clear();
            std::fputs(one.said.c_str(), stderr);
            if (!one.failure) one.failure = run_guarded(names[i], [&] { sum.add(one.table); });
            batch.note(one.failure);
            counted(i, one.failure);
            bar.count();
        });
    bar.clear();
    return sum;
}

}
