#!/usr/bin/env python3
"""Compares huedrift's palettes with those of other quantizers, and prints the tables of docs/quality.md.

usage: scripts/quality.py [--colors N,...] [--megapixels M] [--dump FILE] PICTURE|FOLDER...

Every program gets the same opaque 8-bit RGB PNG; pictures above M megapixels (1.5) are scaled down first, and pictures
with transparency left out. Needs build/release/bin/huedrift-cli, and from Debian imagemagick, pngquant, netpbm and
python3-pil; a quantizer that is missing has no rows.
"""
import argparse
import json
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

try:
    from PIL import Image, ImageChops
except ImportError:
    sys.exit("quality: needs Pillow, Debian's python3-pil")

CLI = str(pathlib.Path(__file__).resolve().parent.parent / "build/release/bin/huedrift-cli")
EXTENSIONS = {".png", ".jpg", ".jpeg", ".bmp"}


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, **options).stdout


def reduce(source, result, *options):
    report = run(CLI, "reduce", source, "-o", result, "--force", "--indexed", "--json", "--quiet", *options)
    return json.loads(report)["results"][0]


def photo(*options):
    return lambda source, result, count: reduce(source, result, "--look", "photo", "--colors", count, *options)


def ours():
    return {
        ("huedrift", "plain"): photo(),
        ("huedrift, joined by distance", "plain"): photo("--join-by", "distance"),
        ("huedrift, basin", "plain"): photo("--assign", "basin"),
        ("huedrift", "dithered"): photo("--dither", "diffusion"),
        ("huedrift, ordered", "dithered"): photo("--dither", "ordered"),
    }


def pngquant(*options):
    return lambda source, result, count: run("pngquant", "--force", *options, count, "-o", result, source)


def imagemagick(dither):
    return lambda source, result, count: run("convert", source, "-dither", dither, "-colors", count, f"png8:{result}")


def netpbm(option):
    def quantize(source, result, count):
        pixels = run("pngtopnm", source)
        pixels = run("pnmquant", option, count, input=pixels)
        pathlib.Path(result).write_bytes(run("pnmtopng", input=pixels))
    return quantize


def pillow(method, dithered):
    def quantize(source, result, count):
        image = Image.open(source)
        reduced = image.quantize(count, method=method)
        if dithered:
            reduced = image.quantize(palette=reduced, dither=Image.Dither.FLOYDSTEINBERG)
        reduced.save(result)
    return quantize


def quantizers():
    rows = ours()
    if shutil.which("pngquant"):
        rows["pngquant", "plain"] = pngquant("--nofs")
        rows["pngquant", "dithered"] = pngquant()
    if shutil.which("convert"):
        rows["ImageMagick", "plain"] = imagemagick("None")
        rows["ImageMagick", "dithered"] = imagemagick("FloydSteinberg")
    for name, method in {"Pillow, median cut": Image.Quantize.MEDIANCUT,
                         "Pillow, octree": Image.Quantize.FASTOCTREE}.items():
        rows[name, "plain"] = pillow(method, False)
        rows[name, "dithered"] = pillow(method, True)
    if shutil.which("pnmquant"):
        rows["netpbm", "plain"] = netpbm("-nofs")
        rows["netpbm", "dithered"] = netpbm("-fs")
    return rows


def edges(path):
    """Per cent of pixels side by side that differ: what flat areas have few of."""
    image = Image.open(path).convert("RGB")
    right = image.crop((1, 0, image.width, image.height))
    parts = ImageChops.difference(image.crop((0, 0, image.width - 1, image.height)), right).split()
    largest = ImageChops.lighter(ImageChops.lighter(parts[0], parts[1]), parts[2])
    return 100 * (1 - largest.histogram()[0] / (largest.width * largest.height))


def cpu_seconds():
    """Of this process and those that it started: other work on the machine does not count."""
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, (resource.RUSAGE_SELF,
                                                                                 resource.RUSAGE_CHILDREN)))


def measure(source, result):
    figures = json.loads(run(CLI, "compare", source, result, "--json"))
    oklab = figures["oklab"]
    return {"MSE": figures["mse"], "mean": oklab["mean"], "95 %": oklab["percentile_95"], "max": oklab["maximum"],
            "edges": edges(result), "colours": figures["second"]["colors"]}


def prepare(path, folder, megapixels):
    """The picture as every program gets it; none if it has transparent pixels or cannot be read."""
    try:
        image = Image.open(path)
        image.load()
    except (OSError, SyntaxError):
        return None
    if image.convert("RGBA").getextrema()[3][0] < 255:
        return None
    image = image.convert("RGB")
    scale = (megapixels * 1e6 / (image.width * image.height)) ** 0.5
    if scale < 1:
        image = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.LANCZOS)
    target = folder / (path.stem + ".png")
    image.save(target)
    return target


def pictures(arguments):
    for argument in arguments:
        path = pathlib.Path(argument)
        found = sorted(path.iterdir()) if path.is_dir() else [path]
        yield from (file for file in found if file.suffix.lower() in EXTENSIONS)


def table(measured, count, kind):
    columns = {"MSE": "{:.0f}", "mean": "{:.4f}", "95 %": "{:.4f}", "max": "{:.3f}", "edges": "{:.1f}",
               "seconds": "{:.2f}"}
    print(f"\n**{count} colours, {kind}**\n")
    print("| | MSE | mean | 95 % | max | edges % | CPU s |\n|---|---|---|---|---|---|---|")
    for (name, row_kind), by_count in measured.items():
        if row_kind == kind and by_count.get(count):
            medians = (statistics.median(figures[column] for figures in by_count[count]) for column in columns)
            print("| " + " | ".join([name, *(text.format(value) for text, value in zip(columns.values(), medians))]) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", nargs="+")
    parser.add_argument("--colors", default="8,16,32,64,256")
    parser.add_argument("--megapixels", type=float, default=1.5)
    parser.add_argument("--dump", help="every single figure, as JSON")
    options = parser.parse_args()
    counts = [int(word) for word in options.colors.split(",")]
    rows = quantizers()
    measured = {row: {count: [] for count in counts} for row in rows}
    names, singles = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        result = folder / "result.png"
        for path in pictures(options.pictures):
            source = prepare(path, folder, options.megapixels)
            if source is None:
                print(f"quality: {path.name} is left out", file=sys.stderr)
                continue
            names.append(path.stem)
            for count in counts:
                print(f"quality: {path.name}, {count} colours", file=sys.stderr, flush=True)
                for row, quantize in rows.items():
                    start = cpu_seconds()
                    quantize(source, result, count)
                    seconds = cpu_seconds() - start
                    figures = measure(source, result) | {"seconds": seconds}
                    measured[row][count].append(figures)
                    singles.append({"picture": path.stem, "program": row[0], "kind": row[1], "count": count} | figures)
            if options.dump:
                pathlib.Path(options.dump).write_text(json.dumps(singles, indent=1))
    print(f"Medians of {len(names)} pictures: {', '.join(names)}.")
    for count in counts:
        for kind in "plain", "dithered":
            table(measured, count, kind)


if __name__ == "__main__":
    main()
