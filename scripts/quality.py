#!/usr/bin/env python3
"""Measures how close huedrift's results are to their sources, beside other quantizers, for the tables of docs/quality.md.

usage: scripts/quality.py [--colors N,...] [--times RUNS] [--npm FOLDER] [--beside "NAME=CLI [OPTION...]"]... PICTURE|FOLDER...

Every program gets the same opaque RGB PNG; pictures with transparency are left out. huedrift has the look photo, plain with
--dither off, dithered with --dither diffusion. Needs huedrift-cli and Debian's python3-pil, and uses what is there of
appearance_bench beside huedrift-cli (a target of the release build), of Debian's pngquant, imagemagick and butteraugli, and of
sharp and image-q from npm:

    npm install --prefix /tmp/npm sharp image-q     # then --npm /tmp/npm

A program that is missing has no rows, and a result of more colours than asked (sharp's, but for 16 and 256) no figures. The
tables have geometric means over the pictures, and in parentheses for how many of them huedrift has less. --beside adds rows:

    scripts/quality.py --kinds dithered --beside "strength 0.5=build/release/bin/huedrift-cli --strength 0.5" PICTURE...

--times measures seconds instead, one command at a time, so let nothing else run:

    taskset -c 0,1 scripts/quality.py --times 5 --colors 32 --npm /tmp/npm PICTURE...
"""
import argparse
import concurrent.futures
import functools
import itertools
import json
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

try:
    from PIL import Image
except ImportError:
    sys.exit("quality: needs Pillow, Debian's python3-pil")

CLI = pathlib.Path(__file__).resolve().parent.parent / "build/release/bin/huedrift-cli"

# Each figure of a result: how it is written, and its place in the report of `huedrift-cli compare` if it is from there.
FIGURES = {
    "MSE": ("{:.1f}", "mse"),
    "CIEDE2000 mean": ("{:.2f}", "ciede2000 mean"),
    "CIEDE2000 95 %": ("{:.2f}", "ciede2000 percentile_95"),
    "Oklab mean": ("{:.4f}", "oklab mean"),
    "Oklab 95 %": ("{:.4f}", "oklab percentile_95"),
    "Oklab max": ("{:.3f}", "oklab maximum"),
    "butteraugli": ("{:.1f}", None),
    "blur 1": ("{:.4f}", None),
    "blur 2": ("{:.4f}", None),
    "edges": ("{:.2f}", None),
    "KB": ("{:.0f}", None),
}

PILLOW = """
import sys
from PIL import Image
source, result, count, method, dithered = sys.argv[1:]
image = Image.open(source)
reduced = image.quantize(int(count), Image.Quantize[method])
if dithered == "dithered":
    reduced = image.quantize(palette=reduced, dither=Image.Dither.FLOYDSTEINBERG)
reduced.save(result)
"""
SHARP = """
const [source, result, count, dither] = process.argv.slice(1);
require("sharp")(source).png({palette: true, colours: +count, dither: +dither, effort: 10}).toFile(result);
"""
# It writes no files, so sharp does. Its palette (Wu's) and its distance are its defaults.
IMAGE_Q = """
const [source, result, count, imageQuantization] = process.argv.slice(1);
const sharp = require("sharp"), quantize = require("image-q");
sharp(source).ensureAlpha().raw().toBuffer({resolveWithObject: true}).then(({data, info: {width, height}}) => {
  const image = quantize.utils.PointContainer.fromUint8Array(data, width, height);
  const palette = quantize.buildPaletteSync([image], {colors: +count});
  const reduced = quantize.applyPaletteSync(image, palette, {imageQuantization}).toUint8Array();
  return sharp(reduced, {raw: {width, height, channels: 4}}).removeAlpha().png().toFile(result);
});
"""


def quantizers(ours, npm):
    """The command of each program that is there, by its name and whether it dithers."""
    rows = {}

    def add(name, command, plain, dithered, ending=()):
        rows.update({(name, "plain"): [*command, *plain, *ending], (name, "dithered"): [*command, *dithered, *ending]})

    reduce = "reduce SOURCE -o RESULT --force --indexed --quiet --look photo --colors COUNT --dither".split()
    for name, (cli, *options) in ours.items():
        add(name, [cli, *reduce], ["off"], ["diffusion"], options)
    if shutil.which("pngquant"):
        for name in "pngquant", "pngquant --speed 1":
            add(name, [*name.split(), "--force"], ["--nofs"], [], ["-o", "RESULT", "COUNT", "SOURCE"])
    if shutil.which("convert"):
        add("ImageMagick", ["convert", "SOURCE", "-dither"], ["None"], ["FloydSteinberg"], ["-colors", "COUNT", "PNG8:RESULT"])
    pictures = ["SOURCE", "RESULT", "COUNT"]
    for name, method in {"Pillow, median cut": "MEDIANCUT", "Pillow, octree": "FASTOCTREE"}.items():
        add(name, [sys.executable, "-c", PILLOW, *pictures, method], ["plain"], ["dithered"])
    if npm:
        os.environ["NODE_PATH"] = str(pathlib.Path(npm).resolve() / "node_modules")
        add("sharp", ["node", "-e", SHARP, *pictures], ["0"], ["1"])
        add("image-q", ["node", "-e", IMAGE_Q, *pictures], ["nearest"], ["floyd-steinberg"])
    return rows


def filled(command, source, result, count):
    places = {"SOURCE": source, "RESULT": result, "PNG8:RESULT": f"PNG8:{result}", "COUNT": str(count)}
    return [places.get(word, word) for word in command]


def run(command):
    if not shutil.which(command[0]):
        sys.exit(f"quality: there is no program {command[0]}")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"quality: {command[0]} failed: {done.stderr.strip()}")
    return done.stdout


def measure(cli, source, result, count):
    """The figures of the file `result` that something here can measure; none where it has too many colours."""
    report = json.loads(run([cli, "compare", source, result, "--json"]))
    if report["second"]["colors"] > count:
        return {}
    figures = {name: functools.reduce(dict.get, place.split(), report) for name, (_, place) in FIGURES.items() if place}
    if Image.open(result).mode == "P":
        figures["KB"] = result.stat().st_size / 1000
    if shutil.which("butteraugli"):
        figures["butteraugli"] = float(run(["butteraugli", source, result]))
    appearance = pathlib.Path(cli).with_name("appearance_bench")
    if appearance.exists():
        _, figures["blur 1"], figures["blur 2"], figures["edges"], _ = map(float, run([appearance, source, result]).split())
    return figures


def prepared(path, folder):
    """The picture as every program gets it; none if it cannot be read or has transparent pixels."""
    target = folder / (path.stem + ".png")
    try:
        image = Image.open(path).convert("RGBA")
        if image.getextrema()[3][0] == 255:
            image.convert("RGB").save(target)
            return target
    except (OSError, SyntaxError):
        pass
    print(f"quality: {path.name} is left out", file=sys.stderr)
    return None


def measure_all(cli, sources, rows, counts, jobs):
    """The figures of each program, picture and number of colours, as a list of dictionaries."""
    def one(case):
        (name, kind), source, count = case
        result = source.with_name(f"{source.stem} {name} {kind} {count}.png")
        run(filled(rows[name, kind], source, result, count))
        print(f"quality: {result.name}", file=sys.stderr, flush=True)
        return {"program": name, "kind": kind, "picture": source.stem, "count": count, **measure(cli, source, result, count)}

    cases = itertools.product(rows, sources, counts)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, cases))


def seconds(command, runs):
    """The median after one run that is not counted; a run of more than 10 s is not repeated."""
    taken = []
    while len(taken) <= runs and (not taken or taken[0] <= 10):
        start = time.monotonic()
        run(command)
        taken.append(time.monotonic() - start)
    return statistics.median(taken[1:] or taken)


def time_all(sources, rows, counts, runs):
    for count in counts:
        head(f"Seconds, {count} colours", [source.stem for source in sources])
        for (name, kind), command in rows.items():
            taken = [seconds(filled(command, source, source.with_suffix(".result.png"), count), runs) for source in sources]
            row(f"{name}, {kind}", (f"{value:.2f}" for value in taken))


def values(measured, name, kind, count, figure):
    """The figure of each picture, by its name; none where the program has no such figure."""
    return {case["picture"]: case[figure] for case in measured
            if (case["program"], case["kind"], case["count"]) == (name, kind, count) and figure in case}


def mean(figures):
    """The geometric mean: the quotient of two is the mean of the quotients, so that each picture counts the same."""
    return statistics.geometric_mean(max(figure, 1e-6) for figure in figures)


def row(name, cells):
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def head(title, columns):
    print(f"\n**{title}**\n")
    row("", columns)
    print("|---" * (len(columns) + 1) + "|")


def wins(measured, name, *case):
    """For each picture, whether huedrift has less than the other program."""
    ours = values(measured, "huedrift", *case)
    return [ours[picture] < figure for picture, figure in values(measured, name, *case).items()]


def cell(measured, name, *case):
    found = values(measured, name, *case).values()
    text = FIGURES[case[-1]][0].format(mean(found)) if found else "-"
    return text if name == "huedrift" or not found else f"{text} ({sum(wins(measured, name, *case))})"


def print_tables(measured, kinds, counts):
    for kind in kinds:
        names = list(dict.fromkeys(case["program"] for case in measured if case["kind"] == kind))
        head(f"How often huedrift has less, {kind}", FIGURES)
        for name in names[1:]:
            won = [[win for count in counts for win in wins(measured, name, kind, count, figure)] for figure in FIGURES]
            row(name, (f"{sum(cases)} of {len(cases)}" if cases else "-" for cases in won))
        for count in counts:
            head(f"{count} colours, {kind}", FIGURES)
            for name in (name for name in names if values(measured, name, kind, count, "MSE")):
                row(name, (cell(measured, name, kind, count, figure) for figure in FIGURES))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", nargs="+")
    parser.add_argument("--colors", default="8,16,32,64,256")
    parser.add_argument("--kinds", default="plain,dithered")
    parser.add_argument("--cli", default=str(CLI), help="the huedrift-cli to measure")
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=CLI [OPTION...]",
                        help="measures another build of it as well, or other options of reduce")
    parser.add_argument("--npm", help="folder in which sharp and image-q are installed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--times", type=int, metavar="RUNS", help="measures the whole commands' seconds instead")
    parser.add_argument("--dump", help="writes every single figure, as JSON")
    options = parser.parse_args()
    counts = [int(word) for word in options.colors.split(",")]
    ours = {"huedrift": [options.cli]} | {name: shlex.split(rest) for name, rest in (word.split("=", 1) for word in options.beside)}
    paths = [file for path in map(pathlib.Path, options.pictures) for file in (sorted(path.iterdir()) if path.is_dir() else [path])]
    kinds = options.kinds.split(",")
    rows = {row: command for row, command in quantizers(ours, options.npm).items() if row[1] in kinds}
    with tempfile.TemporaryDirectory() as name:
        sources = [source for path in paths if (source := prepared(path, pathlib.Path(name)))]
        if options.times:
            return time_all(sources, rows, counts, options.times)
        measured = measure_all(options.cli, sources, rows, counts, options.jobs)
    if options.dump:
        pathlib.Path(options.dump).write_text(json.dumps(measured, indent=1))
    print(f"{len(sources)} pictures: {', '.join(source.stem for source in sources)}.")
    print_tables(measured, kinds, counts)


if __name__ == "__main__":
    main()
