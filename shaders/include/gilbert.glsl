// The index of a cell on the generalised Hilbert curve that tests/gpu/stages/gilbert.cpp generates,
// without a table. The curve cuts a box into up to five smaller ones. Descending into the box that holds the
// cell and counting the cells of the boxes before it takes a few dozen steps. The cuts and their order are
// the same as there.
#ifndef HUEDRIFT_GILBERT_GLSL
#define HUEDRIFT_GILBERT_GLSL

// A side of a box: its axis and its length, negative if it runs backwards.
struct Side {
    int axis;
    int extent;
};

int side_direction(Side side) { return side.extent < 0 ? -1 : 1; }
Side opposite(Side side) { return Side(side.axis, -side.extent); }
Side rest(Side side, Side part) { return Side(side.axis, side.extent - part.extent); }
Side half_of(Side side) {
    const int floored = side.extent >> 1;
    const bool odd = (floored & 1) != 0;
    return Side(side.axis, odd && abs(side.extent) > 2 ? floored + side_direction(side) : floored);
}

ivec3 beyond(ivec3 from, Side side) {
    from[side.axis] += side.extent;
    return from;
}
ivec3 end_of(ivec3 from, Side side) {
    from[side.axis] += side.extent - side_direction(side);
    return from;
}

struct Box {
    ivec3 from;
    Side a, b, c;
};

uint cells(Box box) { return uint(abs(box.a.extent)) * uint(abs(box.b.extent)) * uint(abs(box.c.extent)); }

bool spans(ivec3 from, Side side, ivec3 cell) {
    const int along = (cell[side.axis] - from[side.axis]) * side_direction(side);
    return along >= 0 && along < abs(side.extent);
}
bool holds(Box box, ivec3 cell) {
    return spans(box.from, box.a, cell) && spans(box.from, box.b, cell) && spans(box.from, box.c, cell);
}

// Cuts a box into smaller ones, in the order of the curve. Returns their number.
int cut(Box box, out Box parts[5]) {
    const Side a = box.a, b = box.b, c = box.c;
    const Side a2 = half_of(a), b2 = half_of(b), c2 = half_of(c);
    const int w = abs(a.extent), h = abs(b.extent), d = abs(c.extent);
    const ivec3 from = box.from, far_a = end_of(from, a);
    if (2 * w > 3 * h && 2 * w > 3 * d) {
        parts[0] = Box(from, a2, b, c);
        parts[1] = Box(beyond(from, a2), rest(a, a2), b, c);
        return 2;
    }
    if (3 * h > 4 * d) {
        parts[0] = Box(from, b2, c, a2);
        parts[1] = Box(beyond(from, b2), a, rest(b, b2), c);
        parts[2] = Box(end_of(far_a, b2), opposite(b2), c, opposite(rest(a, a2)));
        return 3;
    }
    if (3 * d > 4 * h) {
        parts[0] = Box(from, c2, a2, b);
        parts[1] = Box(beyond(from, c2), a, b, rest(c, c2));
        parts[2] = Box(end_of(far_a, c2), opposite(c2), opposite(rest(a, a2)), b);
        return 3;
    }
    parts[0] = Box(from, b2, c2, a2);
    parts[1] = Box(beyond(from, b2), c, a2, rest(b, b2));
    parts[2] = Box(end_of(end_of(from, b2), c), a, opposite(b2), opposite(rest(c, c2)));
    parts[3] = Box(end_of(beyond(far_a, b2), c), opposite(c), opposite(rest(a, a2)), rest(b, b2));
    parts[4] = Box(end_of(far_a, b2), opposite(b2), c2, opposite(rest(a, a2)));
    return 5;
}

uint gilbert_rank(ivec3 sides, ivec3 cell) {
    const Side x = Side(0, sides.x), y = Side(1, sides.y), z = Side(2, sides.z);
    Box box;
    if (sides.x >= sides.y && sides.x >= sides.z)
        box = Box(ivec3(0), x, y, z);
    else if (sides.y >= sides.z)
        box = Box(ivec3(0), y, x, z);
    else
        box = Box(ivec3(0), z, x, y);
    uint rank = 0;
    for (;;) {
        const int w = abs(box.a.extent), h = abs(box.b.extent), d = abs(box.c.extent);
        // At most one side is longer than a cell: the curve walks along it.
        if (w + h + d - max(w, max(h, d)) == 2) {
            const ivec3 steps = abs(cell - box.from);
            return rank + uint(steps.x + steps.y + steps.z);
        }
        Box parts[5];
        const int count = cut(box, parts);
        int part = 0;
        while (part + 1 < count && !holds(parts[part], cell)) {
            rank += cells(parts[part]);
            ++part;
        }
        box = parts[part];
    }
}

#endif
