#pragma once

#if defined(HUEDRIFT_PLAIN_THREADS)
#include <algorithm>
#else
#include <oneapi/tbb/parallel_sort.h>
#endif

namespace huedrift {

/// Sorts [begin, end) by `less`, not stably. Has a header of its own because it includes oneTBB's.
template <class Iterator, class Less>
void parallel_sort(Iterator begin, Iterator end, const Less& less) {
#if defined(HUEDRIFT_PLAIN_THREADS)
    std::sort(begin, end, less);
#else
    tbb::parallel_sort(begin, end, less);
#endif
}

}
