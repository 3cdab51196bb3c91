#!/usr/bin/python3
"""Times huedrift-cli beside what one might use instead, on the same pictures in one session.

usage: alternatives.py HUEDRIFT_CLI IMAGE...

Debian packages: imagemagick python3-opencv python3-sklearn. Each figure is the median of RUNS runs, the tools
taking turns; programs are timed from start to written file, library calls alone. What takes longer than LIMIT seconds
is not repeated."""

import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time

import cv2
import numpy
import sklearn
from sklearn.cluster import MeanShift

RUNS, LIMIT, RADIUS = 5, 30, 0.05
CROP = (192, 128)


def distinct(pixels):
    codes = pixels.reshape(-1, pixels.shape[-1])[:, :3].astype(numpy.uint32)
    return numpy.unique(codes[:, 0] << 16 | codes[:, 1] << 8 | codes[:, 2])


def oklab(codes):
    """Oklab of 0xBBGGRR codes (OpenCV's channel order), sRGB-decoded, in float64."""
    rgb = numpy.stack([codes & 255, codes >> 8 & 255, codes >> 16], axis=1) / 255.0
    rgb = numpy.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    to_lms = numpy.array([[0.4122214708, 0.5363325363, 0.0514459929],
                          [0.2119034982, 0.6806995451, 0.1073969566],
                          [0.0883024619, 0.2817188376, 0.6299787005]])
    to_lab = numpy.array([[0.2104542553, 0.7936177850, -0.0040720468],
                          [1.9779984951, -2.4285922050, 0.4505937099],
                          [0.0259040371, 0.7827717662, -0.8086757660]])
    return numpy.cbrt(rgb @ to_lms.T) @ to_lab.T


def program(*command):
    def run():
        subprocess.run(command, check=True, timeout=LIMIT, stdout=subprocess.DEVNULL)
    return run


def in_child(call):
    """Library calls run in a child, so that one without an end can be ended; its own clock times the call alone."""
    def child(pipe):
        start = time.perf_counter()
        colors = call()
        pipe.send((time.perf_counter() - start, colors))

    def run():
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(target=child, args=(theirs,))
        process.start()
        try:
            if not ours.poll(LIMIT):
                raise subprocess.TimeoutExpired("library call", LIMIT)
            return ours.recv()
        finally:
            process.kill()
            process.join()
    return run


def rows(cli, image, folder):
    """(label, function, output file or None) of every row; the functions of libraries return (seconds, colours)."""
    pixels = cv2.imread(image, cv2.IMREAD_COLOR)
    small = os.path.join(folder, "small.png")
    cv2.imwrite(small, pixels[:CROP[1], :CROP[0]])
    out = {name: os.path.join(folder, name + ".png") for name in ("huedrift", "huedrift_small", "magick_small")}
    size = f"{CROP[0]}x{CROP[1]} crop"

    def shift(codes):
        return lambda: len(MeanShift(bandwidth=RADIUS, n_jobs=-1).fit(oklab(codes)).cluster_centers_)

    return [
        ("huedrift-cli reduce, r = 0.05", program(cli, "reduce", image, "-o", out["huedrift"], "-r", str(RADIUS),
                                                  "--force", "--quiet"), out["huedrift"]),
        ("OpenCV pyrMeanShiftFiltering(8, 16)",
         in_child(lambda: len(distinct(cv2.pyrMeanShiftFiltering(pixels, 8, 16)))), None),
        ("scikit-learn MeanShift(0.05)", in_child(shift(distinct(pixels))), None),
        (f"huedrift-cli reduce, {size}",
         program(cli, "reduce", small, "-o", out["huedrift_small"], "-r", str(RADIUS), "--force", "--quiet"),
         out["huedrift_small"]),
        (f"ImageMagick -mean-shift 7x7+10%, {size}", program("convert", small, "-mean-shift", "7x7+10%",
                                                             out["magick_small"]), out["magick_small"]),
        (f"scikit-learn MeanShift(0.05), {size}",
         in_child(shift(distinct(pixels[:CROP[1], :CROP[0]]))), None),
    ]


def main():
    cli, images = sys.argv[1], sys.argv[2:]
    if not images:
        sys.exit(__doc__)
    print(f"OpenCV {cv2.__version__}, scikit-learn {sklearn.__version__}, {os.cpu_count()} cores")
    for image in images:
        with tempfile.TemporaryDirectory() as folder:
            table = rows(cli, image, folder)
            seconds = {label: [] for label, _, _ in table}
            colors, late = {}, set()
            for _ in range(RUNS):
                for label, run, output in table:
                    if label in late:
                        continue
                    try:
                        start = time.perf_counter()
                        answer = run()
                        took = time.perf_counter() - start
                    except subprocess.TimeoutExpired:
                        late.add(label)
                        continue
                    seconds[label].append(answer[0] if answer else took)
                    colors[label] = answer[1] if answer else len(distinct(cv2.imread(output, cv2.IMREAD_COLOR)))
            print(f"\n| {os.path.basename(image)} | seconds | colours |\n|---|---|---|")
            for label, _, _ in table:
                if label in late:
                    print(f"| {label} | > {LIMIT} | |")
                else:
                    print(f"| {label} | {statistics.median(seconds[label]):.3f} | {colors[label]:,} |")


main()
