/* quantize_ppm COLORS <in.ppm >out.ppm          reduces a binary PPM without comments to so many colours
 * quantize_ppm COLORS indices <in.ppm >out.pgm  writes the index of each pixel in the palette instead
 *
 * cc -std=c99 quantize_ppm.c -o quantize_ppm $(pkg-config --cflags --libs huedrift) */
#include <huedrift.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    unsigned width, height, white;
    if (argc < 2 || scanf("P6 %u %u %u", &width, &height, &white) != 3 || white != 255 || getchar() == EOF) {
        fputs("usage: quantize_ppm COLORS [indices], with a binary PPM of 8 bits at stdin\n", stderr);
        return 2;
    }
    const size_t row = 3 * (size_t)width;
    unsigned char* const pixels = calloc(height, row);
    if (!pixels || fread(pixels, row, height, stdin) != height) {
        fputs("quantize_ppm: the image is too short or too large\n", stderr);
        free(pixels);
        return 3;
    }

    huedrift_failure failure;
    huedrift_picture* picture = NULL;
    huedrift_result* result = NULL;
    huedrift_settings* const settings = huedrift_settings_new();
    const huedrift_image image = {.format = HUEDRIFT_RGB, .width = width, .height = height, .pixels = pixels};
    if (huedrift_set(settings, "colors", argv[1], &failure) == HUEDRIFT_OK &&
        (picture = huedrift_picture_new(&image, &failure)) &&
        (result = huedrift_reduce(picture, settings, NULL, &failure))) {
        const int indices = argc > 2;
        width = huedrift_result_width(result), height = huedrift_result_height(result);
        if ((indices ? huedrift_result_indices(result, 1, pixels, 0, NULL, &failure)
                     : huedrift_result_pixels(result, HUEDRIFT_RGB, pixels, 0, NULL, &failure)) == HUEDRIFT_OK) {
            printf("P%d\n%u %u\n255\n", indices ? 5 : 6, width, height);
            fwrite(pixels, indices ? 1 : 3, (size_t)width * height, stdout);
        }
    }
    if (failure.code != HUEDRIFT_OK) {
        fprintf(stderr, "quantize_ppm: %s\n", failure.sentence);
    }
    huedrift_result_free(result);
    huedrift_picture_free(picture);
    huedrift_settings_free(settings);
    free(pixels);
    return (int)failure.code;
}
