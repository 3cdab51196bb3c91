// The sum of the values of all earlier threads in the workgroup, by doubling in shared memory, without
// assumptions about subgroups. `total` is the sum of all.
#ifndef HUEDRIFT_SCAN_GLSL
#define HUEDRIFT_SCAN_GLSL

// SCAN_WORKGROUP is the number of threads, defined before the include.
shared uint scan_sums[2][SCAN_WORKGROUP];

uint sum_before(uint value, out uint total) {
    const uint thread = gl_LocalInvocationID.x;
    uint side = 0;
    scan_sums[0][thread] = value;
    barrier();
    for (uint reach = 1; reach < SCAN_WORKGROUP; reach *= 2) {
        const uint before = thread >= reach ? scan_sums[side][thread - reach] : 0;
        scan_sums[1 - side][thread] = scan_sums[side][thread] + before;
        side = 1 - side;
        barrier();
    }
    const uint sum = scan_sums[side][thread] - value;
    total = scan_sums[side][SCAN_WORKGROUP - 1];
    barrier();
    return sum;
}

#endif
