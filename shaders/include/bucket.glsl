// The bucket of a state: its cell's index along the Z-order curve (Morton 1966).
#ifndef HUEDRIFT_BUCKET_GLSL
#define HUEDRIFT_BUCKET_GLSL

uint every_third_bit(uint x) {
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

uint bucket_of(ivec3 state, SortFrontierParams params) {
    const vec3 half_sides = vec3(params.half_l, params.half_a, params.half_b);
    const vec3 cells = vec3(params.cells_l, params.cells_a, params.cells_b);
    const vec3 most = vec3((1 << SORT_FRONTIER_CELL_BITS) - 1);
    const uvec3 cell = uvec3(clamp((vec3(state) + half_sides) * cells, vec3(0), most));
    return every_third_bit(cell.x) | every_third_bit(cell.y) << 1 | every_third_bit(cell.z) << 2;
}

#endif
