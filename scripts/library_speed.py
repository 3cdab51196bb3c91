#!/usr/bin/env python3
"""Measures libhuedrift beside libimagequant (Debian: libimagequant0) and Pillow's quantize (python3-pil): seconds from RGBA in memory to
palette and indices, and the most memory of a process that does nothing else. Prints medians of five runs each, taken in turn.

usage: scripts/library_speed.py BUILD_FOLDER PHOTO...
"""
import ctypes
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

LIBRARIES = ("libhuedrift", "libimagequant", "median cut", "octree")


def huedrift(folder, pixels, width, height, colors, threads):
    library = ctypes.CDLL(str(pathlib.Path(folder) / "src/library/libhuedrift.so.1"))
    for name in ("settings_new", "picture_new", "reduce"):
        getattr(library, "huedrift_" + name).restype = ctypes.c_void_p

    class Image(ctypes.Structure):
        _fields_ = [("format", ctypes.c_int), ("width", ctypes.c_uint32), ("height", ctypes.c_uint32),
                    ("stride", ctypes.c_ssize_t), ("pixels", ctypes.c_char_p), ("reserved", ctypes.c_uint64 * 4)]

    indices = ctypes.create_string_buffer(width * height)
    settings = ctypes.c_void_p(library.huedrift_settings_new())
    for word, value in (("colors", colors), ("threads", threads)):
        assert library.huedrift_set(settings, word.encode(), str(value).encode(), None) == 0
    rgba = 20
    picture = ctypes.c_void_p(library.huedrift_picture_new(ctypes.byref(Image(rgba, width, height, 0, pixels)), None))
    result = ctypes.c_void_p(library.huedrift_reduce(picture, settings, None, None))
    assert library.huedrift_result_indices(result, 1, indices, 0, None, None) == 0


def imagequant(pixels, width, height, colors):
    library = ctypes.CDLL("libimagequant.so.0")
    for name in ("liq_attr_create", "liq_image_create_rgba"):
        getattr(library, name).restype = ctypes.c_void_p
    indices = ctypes.create_string_buffer(width * height)
    settings = ctypes.c_void_p(library.liq_attr_create())
    library.liq_set_max_colors(settings, colors)
    image = ctypes.c_void_p(library.liq_image_create_rgba(settings, pixels, width, height, ctypes.c_double(0)))
    result = ctypes.c_void_p()
    assert library.liq_image_quantize(image, settings, ctypes.byref(result)) == 0
    library.liq_set_dithering_level(result, ctypes.c_float(1))
    assert library.liq_write_remapped_image(result, image, indices, ctypes.c_size_t(width * height)) == 0


def measure(folder, photo, library, colors, threads):
    """In a process of its own."""
    from PIL import Image

    with Image.open(photo) as opened:
        image = opened.convert("RGBA")
    width, height = image.size
    pixels = image.tobytes() if library.startswith("lib") else None
    if pixels:
        del image
    if library == "median cut":
        image = image.convert("RGB")  # which it asks for
    begun = time.perf_counter()
    if library == "libhuedrift":
        huedrift(folder, pixels, width, height, colors, threads)
    elif library == "libimagequant":
        imagequant(pixels, width, height, colors)
    else:
        image.quantize(colors, {"median cut": Image.MEDIANCUT, "octree": Image.FASTOCTREE}[library], dither=0)
    print(time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main(folder, *photos):
    print("| photo | library | colours | threads | seconds | MiB |\n|---|---|---|---|---|---|")
    for photo in photos:
        for colors in (32, 256):
            for threads in (1, 2):
                runs = {library: [] for library in LIBRARIES if threads == 1 or library.startswith("lib")}
                for library in [*runs] * 5:
                    ended = subprocess.run([sys.executable, __file__, "--one", folder, photo, library, str(colors), str(threads)],
                                           env={**os.environ, "OMP_NUM_THREADS": str(threads)}, check=True, capture_output=True)
                    runs[library].append([float(word) for word in ended.stdout.split()])
                for library, values in runs.items():
                    seconds, memory = (statistics.median(column) for column in zip(*values))
                    print(f"| {photo} | {library} | {colors} | {threads} | {seconds:.2f} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        measure(*sys.argv[2:5], *map(int, sys.argv[5:]))
    elif sys.argv[1] == "--help":
        print(__doc__)
    else:
        main(*sys.argv[1:])
