// luma() of image/picture_filter.h, for an RGBA8 pixel with r in the lowest byte.
#ifndef HUEDRIFT_LUMA_GLSL
#define HUEDRIFT_LUMA_GLSL

uint luma(uint pixel) {
    return (13933 * (pixel & 0xff) + 46871 * (pixel >> 8 & 0xff) + 4732 * (pixel >> 16 & 0xff) + 32768) >> 16;
}

#endif
