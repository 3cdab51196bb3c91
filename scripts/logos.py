#!/usr/bin/env python3
"""Draws logos of known colours and measures how many of these a reduction gives back, beside pngquant.

usage: scripts/logos.py [--count N] [--seed S] [--colors 3-7] [--kinds KIND,...] [--options "..."] [--keep FOLDER]

Every logo has large shapes, some with outlines, letters, thin lines and single accents, each of one flat colour, drawn
at four times its size and scaled down by a filter, so that edges are soft. At least 10 pixels have each of its colours.
The kinds are the filters box, triangle and lanczos; thin, scaled by triangle, where all colours but three are those of
lines of 1 to 2 pixels, of letters or of small accents; gradient, a logo with a gradient besides, which gets four
colours more; and jpeg75 to jpeg95, a JPEG of that quality, scaled by triangle. Each program is told the number of
colours, but "huedrift, free". The figures:

exact     true colours that the result has
within 2  true colours that it has up to 2 of 255 in each channel
colours   of the result, without gradients' four
wrong     pixels, per 1000, that differ by more than 8 from all true colours at most a pixel away, outside gradients

Needs build/release/bin/huedrift-cli and Debian's imagemagick; pngquant is measured where it is installed.
"""
import argparse
import collections
import concurrent.futures
import math
import os
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

CLI = str(pathlib.Path(__file__).resolve().parent.parent / "build/release/bin/huedrift-cli")
SCALE = 4
# Strokes on a grid of 2 x 4, so that no font is needed.
LETTERS = {"A": "0400 2024 0222", "E": "2000 0004 0424 0212", "F": "2000 0004 0212", "H": "0004 2024 0222", "K": "0004 2002 0224",
           "L": "0004 0424", "M": "0400 0012 1220 2024", "N": "0400 0024 2420", "T": "0020 1014", "V": "0014 1420",
           "X": "0024 2004", "Z": "0020 2004 0424"}


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True).stdout


def pixels(path):
    data = run("convert", path, "-depth", "8", "rgb:-")
    return list(zip(data[0::3], data[1::3], data[2::3]))


def differ(first, second):
    return max(abs(x - y) for x, y in zip(first, second))


def choose_colors(dice, count):
    """Distinct at a glance; white and black are as common as in real logos."""
    colors = [dice.choice([(255, 255, 255)] * 3 + [(0, 0, 0), (250, 246, 235), None])]
    if colors[0] is None:
        colors = [tuple(dice.randrange(256) for _ in range(3))]
    while len(colors) < count:
        color = dice.choice([(255, 255, 255), (0, 0, 0)] + 8 * [tuple(dice.randrange(256) for _ in range(3))])
        if min(differ(color, other) for other in colors) >= 48:
            colors.append(color)
    return colors


class Logo:
    """Drawing commands of ImageMagick, in pixels of the finished logo."""

    def __init__(self, seed, count, kind):
        self.dice = random.Random(seed)
        self.colors = choose_colors(self.dice, count)
        self.width, self.height = self.dice.randrange(120, 320), self.dice.randrange(100, 240)
        self.commands = []
        self.gradient = None
        size = min(self.width, self.height)
        if kind == "gradient":
            self.gradient = [round(x) for x in (0.1 * self.width, 0.7 * self.height, 0.5 * self.width, 0.9 * self.height)]
        rest = self.colors[1:]
        thin = [self.letters, self.line, self.accent]
        if kind == "thin":
            self.least = 1
            for color in rest[:2]:
                self.shape(color, size)
            for color in rest[2:]:
                for _ in range(2):
                    self.dice.choice(thin)(color, size)
            return
        self.least = 2
        for color in rest[:2] + [c for c in rest[2:] if self.dice.random() < 0.5]:  # large ones first
            self.shape(color, size)
        for color in rest:
            if not any(color in command for command in self.commands):
                self.dice.choice(3 * [self.shape] + thin)(color, size)
        for _ in range(3):
            self.dice.choice([self.shape] + thin)(self.dice.choice(rest), size)

    def draw(self, color, *words, stroke=None):
        name = "rgb(%d,%d,%d)" % color
        paint = f"fill none stroke {name} stroke-width {stroke}" if stroke else f"fill {name} stroke none"
        self.commands.append((color, paint + " " + " ".join(words)))

    def point(self, margin=0):
        return self.dice.uniform(margin, self.width - margin), self.dice.uniform(margin, self.height - margin)

    def shape(self, color, size):
        x, y = self.point(size / 5)
        r = self.dice.uniform(0.12, 0.3) * size
        kind = self.dice.randrange(4)
        if kind == 0:
            self.draw(color, f"circle {x},{y} {x + r},{y}")
            if self.dice.random() < 0.4:
                self.draw(self.dice.choice(self.colors), f"circle {x},{y} {x + r},{y}", stroke=self.dice.uniform(1.5, 4))
        elif kind == 1:
            w, h = r * self.dice.uniform(0.5, 1.6), r * self.dice.uniform(0.5, 1.6)
            self.draw(color, f"roundrectangle {x - w},{y - h} {x + w},{y + h} {r / 5},{r / 5}")
        elif kind == 2:
            turn = self.dice.uniform(0, 7)
            corners = self.dice.randrange(3, 7)
            points = (f"{x + 1.3 * r * math.cos(turn + 6.2832 * i / corners)},{y + 1.3 * r * math.sin(turn + 6.2832 * i / corners)}"
                      for i in range(corners))
            self.draw(color, "polygon", *points)
        else:
            self.draw(color, f"circle {x},{y} {x + r},{y}", stroke=self.dice.uniform(4, 12))

    def letters(self, color, size):
        height = self.dice.uniform(9, 24)
        x, y = self.point(height)
        for letter in self.dice.choices(sorted(LETTERS), k=self.dice.randrange(3, 8)):
            for stroke in LETTERS[letter].split():
                a, b, c, d = (int(digit) * height / 4 for digit in stroke)
                self.draw(color, f"line {x + a},{y + b} {x + c},{y + d}", stroke=max(self.least - 0.5, height / 10))
            x += 0.8 * height

    def line(self, color, size):
        (a, b), (c, d) = self.point(), self.point()
        kind = self.dice.randrange(3)
        self.draw(color, f"line {a},{b} {a if kind == 0 else c},{b if kind == 1 else d}", stroke=self.dice.uniform(self.least, self.least + 1.5))

    def accent(self, color, size):
        x, y = self.point(8)
        self.draw(color, f"circle {x},{y} {x + self.dice.uniform(self.least, self.least + 3)},{y}")

    def write(self, folder, kind):
        """Writes the picture and returns its path and the true colour of each pixel, of gradients None."""
        large, truth, picture = (folder / name for name in ("large.miff", "truth.ppm", "logo.png"))
        drawing = f"scale {SCALE},{SCALE} " + " ".join(command for _, command in self.commands)
        run("convert", "-size", f"{SCALE * self.width}x{SCALE * self.height}", "xc:rgb(%d,%d,%d)" % self.colors[0], "+antialias",
            "-draw", drawing, large)
        size = f"{self.width}x{self.height}!"
        run("convert", large, "-sample", size, truth)
        jpeg = kind.startswith("jpeg")
        filter = kind if kind in ("box", "triangle", "lanczos") else "triangle"
        trap = []
        if self.gradient:
            left, top, right, bottom = self.gradient
            trap = ["(", "-size", f"{right - left}x{bottom - top}", "gradient:rgb(%d,%d,%d)-rgb(%d,%d,%d)" % (self.colors[1] + self.colors[0]),
                    ")", "-geometry", f"+{left}+{top}", "-composite"]
        run("convert", large, "-filter", filter, "-resize", size, *trap, "-depth", "8", f"png24:{picture}")
        if jpeg:
            picture, source = folder / "logo.jpg", picture
            run("convert", source, "-quality", kind[4:], picture)
        colors = pixels(truth)
        drawn = collections.Counter(pixels(folder / "logo.png"))
        self.is_complete = all(drawn[color] >= 10 for color in self.colors)
        if self.gradient:
            for y in range(top - 1, bottom + 1):
                colors[y * self.width + left - 1:y * self.width + right + 1] = [None] * (right - left + 2)
        return picture, colors


def wrong_pixels(result, truth, width):
    """Per 1000; a pixel of a soft edge may have the colour of either side."""
    height, wrong, counted = len(truth) // width, 0, 0
    for y in range(height):
        rows = [row * width for row in range(max(y - 1, 0), min(y + 2, height))]
        for x in range(width):
            if result[y * width + x] == truth[y * width + x]:
                counted += 1
                continue
            near = {color for row in rows for color in truth[row + max(x - 1, 0):row + x + 2]}
            if None in near:
                continue
            counted += 1
            wrong += min(differ(result[y * width + x], color) for color in near) > 8
    return 1000 * wrong / counted


def programs(options):
    def huedrift(*words):
        run(CLI, "reduce", *words, "--force", "--quiet", "--look", "flat", *options)
    rows = {"huedrift": lambda source, result, count: huedrift(source, "-o", result, "--colors", count),
            "huedrift, free": lambda source, result, count: huedrift(source, "-o", result)}
    if shutil.which("pngquant"):
        def pngquant(source, result, count):
            run("convert", source, "png24:" + str(result) + ".png")
            run("pngquant", "--force", "--nofs", count, "-o", result, str(result) + ".png")
        rows["pngquant"] = pngquant
    return rows


def measure(job):
    seed, (low, high), kind, options, keep = job
    count = random.Random(seed).randint(low, high)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(keep or name)
        if keep:
            folder = folder / f"{kind}{seed}"
            folder.mkdir(parents=True, exist_ok=True)
        for attempt in range(1000):
            logo = Logo(f"{seed} {attempt}", count, kind)
            picture, truth = logo.write(folder, kind)
            if logo.is_complete:
                break
        figures = {}
        for program, reduce in programs(options).items():
            result = folder / f"{program}.png"
            reduce(picture, result, count + 4 * (kind == "gradient"))
            reduced = pixels(result)
            palette = set(reduced)
            nearest = [min(differ(color, other) for other in palette) for color in logo.colors]
            figures[program] = {"true": count, "exact": sum(d == 0 for d in nearest), "within 2": sum(d <= 2 for d in nearest),
                                "colours": len(palette) - 4 * (kind == "gradient"),
                                "wrong": wrong_pixels(reduced, truth, logo.width),
                                "missing": [c for c, d in zip(logo.colors, nearest) if d > 2]}
    return kind, seed, figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--colors", default="3-7")
    parser.add_argument("--kinds", default="box,triangle,lanczos,thin,gradient,jpeg95,jpeg90,jpeg85,jpeg75")
    parser.add_argument("--options", default="", help="further options of huedrift-cli reduce")
    parser.add_argument("--keep", help="a folder for the pictures and results")
    parser.add_argument("--verbose", action="store_true", help="name the logos of which colours are missing")
    options = parser.parse_args()
    if not shutil.which("convert"):
        sys.exit("logos: needs ImageMagick, Debian's imagemagick")
    low, high = (options.colors.split("-") * 2)[:2]
    jobs = [(seed, (int(low), int(high)), kind, shlex.split(options.options), options.keep)
            for kind in options.kinds.split(",") for seed in range(options.seed, options.seed + options.count)]
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        measured = list(pool.map(measure, jobs))
    print("| | | true | exact | within 2 | colours | wrong per 1000 |\n|---|---|---|---|---|---|---|")
    for kind in options.kinds.split(","):
        for program in programs([]):
            figures = [by_program[program] for of, _, by_program in measured if of == kind]
            sums = [sum(one[key] for one in figures) for key in ("true", "exact", "within 2", "colours")]
            wrong = sum(one["wrong"] for one in figures) / len(figures)
            print("|", " | ".join([kind, program, *map(str, sums), f"{wrong:.1f}"]), "|")
    if options.verbose:
        for kind, seed, by_program in measured:
            if by_program["huedrift"]["missing"]:
                print(kind, seed, by_program["huedrift"])


if __name__ == "__main__":
    main()
