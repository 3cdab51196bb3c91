#!/usr/bin/env python3
"""Measures how close huedrift's results are to their sources, beside other quantizers, for the tables of docs/quality.md.

usage: scripts/quality.py [--colors N,...] [--npm FOLDER] [--programs NAME,...] [--chosen NAME,...] [--dump FILE] [--known FILE]
                          [--times RUNS] [--beside "NAME=CLI [OPTION...]"]... PICTURE|FOLDER...

Every program gets the same 8-bit PNG and a number of colours, plain and dithered. huedrift chooses the look that suits the
picture, as it does for a user. Run the script once for each kind of picture: photographs, screenshots, pictures with alpha.
Pictures with alpha are measured over white and over black; an entry of the palette is then a colour with an alpha, and programs
that keep no soft alpha are left out.

Needs huedrift-cli and Debian's python3-pil and python3-numpy. It uses what is there of Debian's pngquant, imagemagick and
libjxl-devtools (SSIMULACRA and butteraugli), and of these packages of npm in FOLDER, by default ~/.cache/huedrift-quality:

    npm install --prefix ~/.cache/huedrift-quality libimagequant-wasm @napi-rs/image sharp image-q

libimagequant-wasm is libimagequant itself, as WebAssembly, and names its version. sharp reads and writes files for it and for
image-q, so these two have no size. @napi-rs/image dithers at every speed but 10, which does not refine its palette. A program
that is missing has no rows, and a result of more colours than asked (sharp's, but for 16 and 256) no figures.

Smaller is better in every figure. The first tables have huedrift's figures divided by another program's, in bold where huedrift
is behind: geometric means, the same without the pictures that parameters were chosen on (--chosen, marked by a star), and
medians with quartiles. The others have the figures, and in parentheses for how many pictures huedrift has less.

--dump writes every single figure. --known reads such a file and measures only huedrift anew. --times measures seconds instead,
one command at a time, so let nothing else run. --beside adds rows:

    scripts/quality.py --kinds dithered --beside "strength 0.5=build/release/bin/huedrift-cli --strength 0.5" PICTURE...
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import numpy as np
    from PIL import Image
except ImportError:
    sys.exit("quality: needs Debian's python3-numpy and python3-pil")

CLI = pathlib.Path(__file__).resolve().parent.parent / "build/release/bin/huedrift-cli"
KEYS = ("program", "kind", "picture", "count")
SUMMARIES = {"mean": "mean", "95 %": "percentile_95", "max": "maximum"}

# Each figure of a result, and how it is written.
FIGURES = {
    "MSE": "{:.1f}", "CIEDE2000 mean": "{:.2f}", "CIEDE2000 95 %": "{:.2f}", "Oklab mean": "{:.4f}", "Oklab 95 %": "{:.4f}",
    "Oklab max": "{:.3f}", "structure": "{:.4f}", "SSIMULACRA": "{:.4f}", "butteraugli": "{:.1f}", "butteraugli 3": "{:.2f}",
    "blur 1": "{:.4f}", "blur 2": "{:.4f}", "vivid": "{:.3f}", "edges": "{:.2f}", "KB": "{:.0f}",
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
# Its palette (Wu's) and its distance are its defaults.
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
# Its speed is the library's default, 4. The palette is that of the remapped picture, which the library refines last.
LIBIMAGEQUANT = """
const [source, result, count, dithering] = process.argv.slice(1);
const sharp = require("sharp"), name = "libimagequant-wasm/wasm/libimagequant_wasm";
import(require.resolve(name + ".js")).then(async library => {
  library.initSync({module: require("fs").readFileSync(require.resolve(name + "_bg.wasm"))});
  const {data, info: {width, height}} = await sharp(source).ensureAlpha().raw().toBuffer({resolveWithObject: true});
  const pixels = new Uint8ClampedArray(data), quantizer = new library.ImageQuantizer();
  quantizer.setMaxColors(+count);
  const reduction = quantizer.quantizeImage(pixels, width, height);
  reduction.setDithering(+dithering);
  const reduced = reduction.remapImage(pixels, width, height);
  return sharp(reduced, {raw: {width, height, channels: 4}}).png().toFile(result);
});
"""
NAPI_RS = """
const [source, result, count, speed] = process.argv.slice(1);
const fs = require("fs"), {pngQuantizeSync} = require("@napi-rs/image");
fs.writeFileSync(result, pngQuantizeSync(fs.readFileSync(source), {colors: +count, speed: +speed, minQuality: 0}));
"""


def libimagequant_version(package):
    """That of the Rust crate, which panics name by its path, such as imagequant-4.4.1/src/quant.rs."""
    found = re.search(rb"imagequant-(\d[\d.]*)/", (package / "dist/wasm/libimagequant_wasm_bg.wasm").read_bytes())
    return found[1].decode() if found else "of unknown version"


def quantizers(ours, npm):
    """The command of each program that is there, by its name and whether it dithers, and the names of those that keep alpha."""
    rows, keep_alpha = {}, set(ours)

    def add(name, command, plain, dithered, ending=(), alpha=False):
        rows.update({(name, "plain"): [*command, *plain, *ending], (name, "dithered"): [*command, *dithered, *ending]})
        keep_alpha.update({name} if alpha else ())

    pictures = ["SOURCE", "RESULT", "COUNT"]
    modules = npm.resolve() / "node_modules"
    os.environ["NODE_PATH"] = str(modules)

    def add_from_npm(name, package, program, plain, dithered, **rest):
        if (modules / package).is_dir():
            add(name, ["node", "-e", program, *pictures], [plain], [dithered], **rest)

    reduce = "reduce SOURCE -o RESULT --force --indexed --quiet --colors COUNT --dither".split()
    for name, (cli, *options) in ours.items():
        add(name, [cli, *reduce], ["off"], ["diffusion"], options)
    if (modules / "libimagequant-wasm").is_dir():
        name = f"libimagequant {libimagequant_version(modules / 'libimagequant-wasm')}"
        add_from_npm(name, "sharp", LIBIMAGEQUANT, "0", "1", alpha=True)
    if shutil.which("pngquant"):
        for name in "pngquant", "pngquant --speed 1":
            add(name, [*name.split(), "--force"], ["--nofs"], [], ["-o", "RESULT", "COUNT", "SOURCE"], alpha=True)
    add_from_npm("@napi-rs/image", "@napi-rs/image", NAPI_RS, "10", "5", alpha=True)
    add_from_npm("sharp", "sharp", SHARP, "0", "1", alpha=True)
    add_from_npm("image-q", "image-q", IMAGE_Q, "nearest", "floyd-steinberg")
    if shutil.which("convert"):
        add("ImageMagick", ["convert", "SOURCE", "-dither"], ["None"], ["FloydSteinberg"], ["-colors", "COUNT", "PNG8:RESULT"])
    for name, method in {"Pillow, median cut": "MEDIANCUT", "Pillow, octree": "FASTOCTREE"}.items():
        add(name, [sys.executable, "-c", PILLOW, *pictures, method], ["plain"], ["dithered"])
    return rows, keep_alpha


def filled(command, source, result, count):
    return [word.replace("SOURCE", str(source)).replace("RESULT", str(result)).replace("COUNT", str(count)) for word in command]


def run(command):
    if not shutil.which(command[0]):
        sys.exit(f"quality: there is no program {command[0]}")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"quality: {command[0]} failed: {done.stderr.strip()}")
    return done.stdout


def light(path):
    """Linear light, 0 to 1."""
    codes = np.arange(256, dtype=np.float32) / 255
    return np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)[np.asarray(Image.open(path))]


def oklab(linear):
    """Ottosson, 2020."""
    lms = np.cbrt(linear @ np.array([[0.4122214708, 0.2119034982, 0.0883024619], [0.5363325363, 0.6806995451, 0.2817188376],
                                     [0.0514459929, 0.1073969566, 0.6299787005]], np.float32))
    return lms @ np.array([[0.2104542553, 1.9779984951, 0.0259040371], [0.7936177850, -2.4285922050, 0.7827717662],
                           [-0.0040720468, 0.4505937099, -0.8086757660]], np.float32)


def blurred(array, sigma):
    """By a Gaussian, along both axes."""
    reach = int(np.ceil(3 * sigma))
    weights = np.exp(-np.arange(-reach, reach + 1, dtype=np.float32) ** 2 / (2 * sigma * sigma))
    for _ in range(2):
        padded = np.pad(array, [(reach, reach)] + [(0, 0)] * (array.ndim - 1), "edge")
        rows = sum(weight * padded[i:i + len(array)] for i, weight in enumerate(weights / weights.sum()))
        array = rows.swapaxes(0, 1)
    return array


def similarity(x, y):
    """Mean structural similarity (Wang et al., 2004) of two lightnesses of 0 to 1."""
    x_mean, y_mean, x_square, y_square, product = (blurred(each, 1.5) for each in (x, y, x * x, y * y, x * y))
    square_of_means, product_of_means = x_mean ** 2 + y_mean ** 2, x_mean * y_mean
    alike = (2 * product_of_means + 1e-4) * (2 * (product - product_of_means) + 9e-4)
    return float((alike / ((square_of_means + 1e-4) * (x_square + y_square - square_of_means + 9e-4))).mean())


def structure(x, y):
    """1 / s - 1, where s is the mean similarity of lightness in Oklab at up to five scales, with the weights of dssim."""
    similarities, weights = [], np.array((0.028, 0.197, 0.322, 0.298, 0.155))
    while len(similarities) < len(weights) and min(x.shape[:2]) >= 8:
        similarities.append(similarity(oklab(x)[..., 0], oklab(y)[..., 0]))
        height, width = (side // 2 * 2 for side in x.shape[:2])
        x, y = (sum(each[i:height:2, j:width:2] for i in (0, 1) for j in (0, 1)) / 4 for each in (x, y))
    return 1 / float(np.average(similarities, weights=weights[:len(similarities)])) - 1


def lost_chroma(before, after):
    """The part of its chroma that the most saturated twentieth of a picture has lost, or gained."""
    chroma, kept = (np.linalg.norm(each[..., 1:], axis=-1).ravel() for each in (before, after))
    vivid = np.argsort(chroma, kind="stable")[-max(len(chroma) // 20, 1):]
    before, after = float(chroma[vivid].mean()), float(kept[vivid].mean())
    return abs(1 - after / before) if before > 1e-3 else abs(after - before)


def appearance(source, result):
    """What the eye makes of a result: structure, vivid colours, the mean distance from afar, how many neighbours differ."""
    before, after = light(source), light(result)
    distances = [np.linalg.norm(oklab(blurred(before, sigma)) - oklab(blurred(after, sigma)), axis=-1) for sigma in (1, 2)]
    pixels = np.asarray(Image.open(result)).astype(int) @ (1, 256, 65536)
    differ = np.concatenate([(np.diff(pixels, axis=axis) != 0).ravel() for axis in (0, 1)])
    figures = {"structure": structure(before, after), "vivid": lost_chroma(oklab(before), oklab(after)),
               "edges": float(differ.mean())}
    return figures | {f"blur {i}": float(distance.mean()) for i, distance in enumerate(distances, 1)}


def measure_opaque(cli, source, result):
    """The figures that something here can measure, of opaque files."""
    report = json.loads(run([cli, "compare", source, result, "--json"]))
    figures = {"MSE": report["mse"]}
    for space, (name, key) in itertools.product(("CIEDE2000", "Oklab"), SUMMARIES.items()):
        figures[f"{space} {name}"] = report[space.lower()][key]
    if shutil.which("ssimulacra_main"):
        figures["SSIMULACRA"] = float(run(["ssimulacra_main", source, result]))
        largest, mean = run(["butteraugli_main", source, result]).split("\n")[:2]
        figures["butteraugli"], figures["butteraugli 3"] = float(largest), float(mean.split()[-1])
    return figures | appearance(source, result)


def measure(cli, source, result, count):
    """The figures of the file `result`; none where it has too many colours. Alpha counts over white and over black."""
    with Image.open(source) as original, Image.open(result) as reduced:
        images = [original.convert("RGBA"), reduced.convert("RGBA")]
        size = {"KB": result.stat().st_size / 1000} if reduced.mode == "P" else {}
    if images[1].getcolors(count) is None:
        return {}
    opaque = all(image.getextrema()[3][0] == 255 for image in images)
    measured, paths = [], [result.with_suffix(f".{i}.png") for i in range(2)]
    for color in ["white"] if opaque else ["white", "black"]:
        for path, image in zip(paths, images):
            Image.alpha_composite(Image.new("RGBA", image.size, color), image).convert("RGB").save(path, compress_level=1)
        measured.append(measure_opaque(cli, *paths))
    for path in [*paths, result]:
        path.unlink()
    return {name: statistics.mean(each[name] for each in measured) for name in measured[0]} | size


def prepared(path, folder):
    """The picture as every program gets it; none if it cannot be read."""
    target = folder / (path.stem + ".png")
    try:
        image = Image.open(path).convert("RGBA")
        image.convert("RGB" if image.getextrema()[3][0] == 255 else "RGBA").save(target)
        return target
    except (OSError, SyntaxError):
        print(f"quality: {path.name} is left out", file=sys.stderr)
        return None


def measure_all(cli, sources, rows, counts, jobs, known, keep_alpha):
    """The figures of each program, picture and number of colours, as a list of dictionaries."""
    def one(case):
        source, (name, kind), count = case
        key = (name, kind, source.stem, count)
        if key in known:
            return known[key]
        result = source.with_name(f"{source.stem} {name.replace('/', ' ')} {kind} {count}.png")
        if Image.open(source).mode == "RGBA" and name not in keep_alpha:
            return dict(zip(KEYS, key))
        run(filled(rows[name, kind], source, result, count))
        print(f"quality: {result.name}", file=sys.stderr, flush=True)
        return dict(zip(KEYS, key)) | measure(cli, source, result, count)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, itertools.product(sources, rows, counts)))


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
    return {case["picture"]: max(case[figure], 1e-6) for case in measured
            if (case["program"], case["kind"], case["count"]) == (name, kind, count) and figure in case}


def row(name, cells):
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def head(title, columns):
    print(f"\n**{title}**\n")
    row("", columns)
    print("|---" * (len(columns) + 1) + "|")


def quotients(measured, name, *case):
    """For each picture that both have, huedrift's figure divided by the other program's."""
    ours = values(measured, "huedrift", *case)
    return [ours[picture] / figure for picture, figure in values(measured, name, *case).items() if picture in ours]


def mean_cell(figures):
    """The geometric mean, so that each picture counts the same."""
    text = f"{statistics.geometric_mean(figures):.2f}"
    return f"**{text}**" if float(text) > 1 else text


def quartile_cell(figures):
    return "{1:.2f} ({0:.2f} to {2:.2f})".format(*np.quantile(figures, (0.25, 0.5, 0.75)))


def print_quotients(title, measured, name, kinds, counts, cell):
    head(title, FIGURES)
    for kind, count in itertools.product(kinds, counts):
        found = [quotients(measured, name, kind, count, figure) for figure in FIGURES]
        row(f"{count}, {kind}", (cell(each) if each else "-" for each in found))


def absolute_cell(measured, name, *case):
    found = values(measured, name, *case).values()
    text = FIGURES[case[-1]].format(statistics.geometric_mean(found)) if found else "-"
    return text if name == "huedrift" or not found else f"{text} ({sum(each < 1 for each in quotients(measured, name, *case))})"


def print_tables(measured, kinds, counts, chosen):
    names = list(dict.fromkeys(case["program"] for case in measured if "MSE" in case))
    unchosen = [case for case in measured if not case["picture"].endswith(chosen)]
    for name in names[1:]:
        print_quotients(f"huedrift divided by {name}", measured, name, kinds, counts, mean_cell)
        if 0 < len(unchosen) < len(measured):
            print_quotients(f"The same without the starred pictures, {name}", unchosen, name, kinds, counts, mean_cell)
        print_quotients(f"Median (quartiles), {name}", measured, name, kinds, counts, quartile_cell)
    for kind in kinds:
        head(f"How often huedrift has less, {kind}", FIGURES)
        for name in names[1:]:
            found = [sum((quotients(measured, name, kind, count, figure) for count in counts), []) for figure in FIGURES]
            row(name, (f"{sum(each < 1 for each in cases)} of {len(cases)}" if cases else "-" for cases in found))
    for kind, count in itertools.product(kinds, counts):
        head(f"{count} colours, {kind}", FIGURES)
        for name in (name for name in names if values(measured, name, kind, count, "MSE")):
            row(name, (absolute_cell(measured, name, kind, count, figure) for figure in FIGURES))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", nargs="+", type=pathlib.Path)
    parser.add_argument("--colors", default="8,16,32,256")
    parser.add_argument("--kinds", default="plain,dithered")
    parser.add_argument("--programs", default="", metavar="NAME,...", help="measures huedrift and those whose names begin so")
    parser.add_argument("--cli", default=str(CLI), help="the huedrift-cli to measure")
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=CLI [OPTION...]",
                        help="measures another build of it as well, or other options of reduce")
    parser.add_argument("--npm", default=pathlib.Path.home() / ".cache/huedrift-quality", type=pathlib.Path)
    parser.add_argument("--chosen", default="crepe_paper,kodim02,lights,paper_clips", metavar="NAME,...",
                        help="ends of the names of pictures that parameters were chosen on, %(default)s")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--times", type=int, metavar="RUNS", help="measures the whole commands' seconds instead")
    parser.add_argument("--dump", type=pathlib.Path, help="writes every single figure, as JSON")
    parser.add_argument("--known", type=pathlib.Path, help="reads the other programs' figures from such a file")
    options = parser.parse_args()
    counts = [int(word) for word in options.colors.split(",")]
    beside = (word.split("=", 1) for word in options.beside)
    ours = {"huedrift": [options.cli]} | {name: shlex.split(command) for name, command in beside}
    paths = itertools.chain.from_iterable(sorted(path.iterdir()) if path.is_dir() else [path] for path in options.pictures)
    kinds, chosen = options.kinds.split(","), tuple(options.chosen.split(","))
    rows, keep_alpha = quantizers(ours, options.npm)
    names = (*ours, *options.programs.split(","))
    rows = {key: command for key, command in rows.items() if key[1] in kinds and key[0].startswith(names)}
    cases = json.loads(options.known.read_text()) if options.known else []
    known = {tuple(case[key] for key in KEYS): case for case in cases if case["program"] not in ours}
    with tempfile.TemporaryDirectory() as name:
        sources = [source for path in paths if (source := prepared(path, pathlib.Path(name)))]
        if options.times:
            return time_all(sources, rows, counts, options.times)
        measured = measure_all(options.cli, sources, rows, counts, options.jobs, known, keep_alpha)
    if options.dump:
        options.dump.write_text(json.dumps(measured, indent=1))
    print(f"{len(sources)} pictures: {', '.join(source.stem + '*' * source.stem.endswith(chosen) for source in sources)}.")
    print_tables(measured, kinds, counts, chosen)


if __name__ == "__main__":
    main()
