#!/usr/bin/env python3
"""Measures how well huedrift finds the cells of enlarged pixel art, and prints the table of docs/quality.md.

usage: scripts/pixel_grid.py [--pictures N] [--seed S] [--levels NAME,...] [--keep FOLDER] [--cli PROGRAM] [-- OPTIONS OF reduce]

Draws its own sprites, damages them as image models and careless scaling do, and compares the cells of the results with the
cells drawn. Needs build/release/bin/huedrift-cli, and from Debian python3-pil and python3-numpy.
"""
import argparse
import io
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from PIL import Image, ImageFilter
except ImportError:
    sys.exit("pixel_grid: needs NumPy and Pillow, Debian's python3-numpy and python3-pil")

CLI = str(pathlib.Path(__file__).resolve().parent.parent / "build/release/bin/huedrift-cli")
OPTIONS = ["--look", "pixel-art"]
NEAR = 0.02  # in Oklab: the same colour

# How each level damages a sprite. size: least and largest cell, in pixels; whole: only whole sizes; drift: relative change of the
# spacing over the picture; blur: sigma in pixels; jpeg: quality, or None for PNG; noise: sigma, of 255; hue: largest change of a
# channel over the picture, of 255.
LEVELS = {
    "mild": {"size": (3, 24), "whole": True, "drift": 0, "blur": 0, "jpeg": 90, "noise": 0, "hue": 0},
    "middle": {"size": (3, 24.7), "whole": False, "drift": 0, "blur": 0.8, "jpeg": 80, "noise": 4, "hue": 4},
    "hard": {"size": (3, 24.7), "whole": False, "drift": 0.1, "blur": 0.8, "jpeg": 60, "noise": 4, "hue": 8},
    "drift 15 %": {"size": (6, 24.7), "whole": False, "drift": 0.15, "blur": 0.8, "jpeg": 95, "noise": 2, "hue": 0},
    "half-transparent rims": {"size": (4, 24.7), "whole": False, "drift": 0, "blur": 1, "jpeg": None, "noise": 0, "hue": 0},
}
# Enlarged by interpolation, every other sprite by a whole factor. A PNG keeps its transparency.
FILTERS = {"triangle": Image.BILINEAR, "Catmull-Rom": Image.BICUBIC, "Lanczos": Image.LANCZOS}
for _filter in FILTERS:
    for _end, _quality in (("", None), (" JPEG", 85)):
        LEVELS[_filter + _end] = {"filter": _filter, "size": (3, 12), "jpeg": _quality}


def linear(channel):
    channel = channel / 255
    return np.where(channel <= 0.04045, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)


def oklab(rgb):
    """Converts an array whose last axis is R, G, B (0 to 255) to Björn Ottosson's Oklab."""
    lms = np.cbrt(linear(rgb.astype(float)) @ np.array([[0.4122214708, 0.2119034982, 0.0883024619],
                                                        [0.5363325363, 0.6806995451, 0.2817188376],
                                                        [0.0514459929, 0.1073969566, 0.6299787005]]))
    return lms @ np.array([[0.2104542553, 1.9779984951, 0.0259040371],
                           [0.7936177850, -2.4285922050, 0.7827717662],
                           [-0.0040720468, 0.4505937099, -0.8086757660]])


def draw_palette(random, count):
    """Draws `count` colours, in Oklab at least 0.09 apart or, above 32 colours, 0.06."""
    colors = []
    apart = 0.09 if count <= 32 else 0.06
    while len(colors) < count:
        color = random.integers(0, 256, 3)
        if all(np.linalg.norm(oklab(color) - oklab(other)) >= apart for other in colors):
            colors.append(color)
    return np.array(colors, np.uint8)


def draw_sprite(random, cells, colors):
    """Draws a creature: mirrored blobs with outline, shades and single pixels as highlights, on transparency or a background."""
    height, width = cells
    palette = draw_palette(random, colors)
    y, x = np.mgrid[0:height, 0:width]
    indices = np.full((height, width), -1)
    u = np.minimum(x, width - 1 - x) if random.random() < 0.5 else x
    for _ in range(int(random.integers(6, 14)) + colors // 2):
        cy, cx = random.uniform(0.15, 0.85, 2) * (height, width)
        ry, rx = random.uniform(0.06, 0.32, 2) * (height, width) * (0.5 if colors > 16 else 1)
        inside = ((y - cy) / max(ry, 1)) ** 2 + ((u - cx / 2 if u is not x else x - cx) / max(rx, 1)) ** 2 < 1
        first, second = random.integers(0, colors, 2)
        indices[inside] = first
        shade = inside & ((y - cy) / max(ry, 1) + (u - cx) / max(rx, 1) > random.uniform(-0.3, 0.6))
        if random.random() < 0.6:
            indices[shade] = second
        if random.random() < 0.25:  # dithered by hand
            indices[shade & ((x + y) % 2 == 0)] = first
    filled = indices >= 0
    edge = filled & ~(np.roll(filled, 1, 0) & np.roll(filled, -1, 0) & np.roll(filled, 1, 1) & np.roll(filled, -1, 1))
    indices[edge] = 0
    for _ in range(height * width // 40):  # highlights and texture
        cy, cx = int(random.integers(0, height)), int(random.integers(0, width))
        if indices[cy, cx] >= 0:
            indices[cy, cx] = random.integers(0, colors)
    alpha = np.where(indices >= 0, 255, 0).astype(np.uint8)
    if random.random() < 0.6:
        indices[indices < 0] = colors - 1
        alpha[:] = 255
    # Keep one empty cell around the creature: nobody could count more of them.
    ys, xs = np.nonzero(filled)
    sprite = np.dstack([palette[np.maximum(indices, 0)], alpha])
    return sprite[max(ys.min() - 1, 0):ys.max() + 2, max(xs.min() - 1, 0):xs.max() + 2]


def borders(random, cells, level, size):
    """Returns the borders of the cells in pixels, as fractions."""
    steps = np.full(cells, size)
    if level["drift"]:
        waves, phase = random.uniform(0.5, 1.5), random.uniform(0, 2 * np.pi)
        steps = steps * (1 + level["drift"] * np.sin(np.linspace(0, 2 * np.pi * waves, cells) + phase))
    return np.concatenate([[0], np.cumsum(steps)])


def spread(positions, length):
    """Returns the weight of each cell in each pixel: the part of the pixel that the cell covers."""
    pixels = np.arange(length)
    return np.clip(np.minimum(positions[1:, None], pixels + 1) - np.maximum(positions[:-1, None], pixels), 0, 1).T


def as_jpeg(image, quality):
    data = io.BytesIO()
    image.convert("RGB").save(data, "JPEG", quality=quality)
    return Image.open(data).convert("RGB")


def enlarge(random, sprite, level, is_whole):
    """Returns the sprite enlarged by a filter, its cells and the size of a cell in pixels."""
    size = float(random.uniform(*level["size"]))
    size = round(size) if is_whole else size
    image = Image.fromarray(sprite) if sprite[..., 3].min() == 0 else Image.fromarray(sprite).convert("RGB")
    image = image.convert("RGB") if level["jpeg"] else image
    image = image.resize([round(side * size) for side in image.size], FILTERS[level["filter"]])
    if not level["jpeg"]:
        return image, sprite, size
    return as_jpeg(image, level["jpeg"]), np.array(Image.fromarray(sprite).convert("RGB").convert("RGBA")), size


def damage(random, sprite, level):
    """Returns the sprite enlarged and damaged, the cells that the picture shows, and the size of a cell in pixels."""
    whole = level["whole"]
    low, high = level["size"]
    size = float(np.exp(random.uniform(np.log(low), np.log(high))))
    size = min(size, 1536 / max(sprite.shape[:2]))
    size = max(3.0, round(size) if whole else size)
    axes = []
    for axis in (0, 1):
        edges = borders(random, sprite.shape[axis], level, size)
        offset = random.uniform(0, 0.4 * size)
        offset = round(offset) if whole else offset
        axes.append(edges - offset)
    length = [int(edges[-1] - random.uniform(0, 0.3 * size)) for edges in axes]
    weights = [spread(edges, n) for edges, n in zip(axes, length)]
    soft = not whole and random.random() < 0.5  # mixed in the pixels on a border, or hard
    if not soft:
        weights = [np.eye(w.shape[1])[w.argmax(1)] for w in weights]
    alpha = sprite[..., 3:].astype(float) / 255
    color = np.einsum("yi,xj,ijc->yxc", *weights, sprite[..., :3] * alpha, optimize=True)
    alpha = np.einsum("yi,xj,ijc->yxc", *weights, alpha, optimize=True)
    if level["blur"]:
        color, alpha = blurred(color, level["blur"]), blurred(alpha, level["blur"])
    color = np.where(alpha > 0, color / np.maximum(alpha, 1e-9), 0)
    if level["hue"]:
        slope = np.linspace(-1, 1, color.shape[1])[None, :, None] * random.uniform(-1, 1, 3) * level["hue"]
        color = color + slope
    if level["noise"]:
        color = color + random.normal(0, level["noise"], color.shape)
    color = np.clip(np.rint(color), 0, 255).astype(np.uint8)
    has_alpha = sprite[..., 3].min() == 0
    if level["jpeg"]:
        color = np.array(as_jpeg(Image.fromarray(color), level["jpeg"]))
    cut = np.rint(alpha * 255).astype(np.uint8)
    if level["jpeg"]:
        cut = np.where(cut >= 128, 255, 0).astype(np.uint8)
    else:
        cut = np.where(cut < 8, 0, cut).astype(np.uint8)
    image = Image.fromarray(np.dstack([color, cut]))
    # Drop cells of which more than half is cut off.
    kept = []
    for edges, n in zip(axes, length):
        seen = np.minimum(edges[1:], n) - np.maximum(edges[:-1], 0)
        kept.append(seen >= 0.5 * size)
    return image if has_alpha else image.convert("RGB"), sprite[kept[0]][:, kept[1]], size


def blurred(array, sigma):
    radius = int(3 * sigma + 1)
    kernel = np.exp(-np.arange(-radius, radius + 1) ** 2 / (2 * sigma ** 2))
    kernel /= kernel.sum()
    for axis in (0, 1):
        width = [(0, 0)] * 3
        width[axis] = (radius, radius)
        padded = np.pad(array, width, mode="edge")
        array = sum(k * np.take(padded, range(i, i + array.shape[axis]), axis) for i, k in enumerate(kernel))
    return array


def right_cells(result, truth):
    """Returns the shares of the drawn cells that the result has in their places: within NEAR, 3 and 24 codes, 0 to 1."""
    both_clear = (result[..., 3] == 0) & (truth[..., 3] == 0)
    both_seen = (result[..., 3] > 0) & (truth[..., 3] > 0)
    codes = np.abs(result[..., :3].astype(int) - truth[..., :3]).max(-1)
    near = np.linalg.norm(oklab(result[..., :3]) - oklab(truth[..., :3]), axis=-1) <= NEAR
    return [float((both_clear | (both_seen & one)).mean()) for one in (near, codes <= 3, codes <= 24)]


def draw(random, level, i):
    """Returns a drawn sprite's picture, its cells, the size of a cell in pixels and the number of its colours."""
    if "filter" in level:
        cells, colors = random.integers(16, 97, 2), int(random.integers(4, 25))
        return *enlarge(random, draw_sprite(random, cells, colors), level, i % 2), colors
    cells = random.integers(16, 129, 2) if i % 2 else random.integers(16, 49, 2)
    colors = int(2 ** random.uniform(2, 6))
    return *damage(random, draw_sprite(random, cells, colors), level), colors


def measure(folder, name, level, count, seed, options, cli):
    figures = []
    for i in range(count):
        random = np.random.default_rng([seed, list(LEVELS).index(name), i])
        image, truth, size, colors = draw(random, level, i)
        stem = f"{name.replace(' ', '-')}-{i:03}"
        source, target = folder / f"{stem}.png", folder / f"{stem}-cells.png"
        image.save(source)
        Image.fromarray(truth).save(folder / f"{stem}-truth.png")
        report = json.loads(subprocess.run([cli, "reduce", source, "-o", target, *options, "--json", "--quiet",
                                            "--force"], check=True, capture_output=True).stdout)["results"][0]
        grid = report["grid"]
        result = np.array(Image.open(target).convert("RGBA"))
        same = grid["found"] and result.shape == truth.shape
        figures.append({"picture": source.name, "size": size, "cells": [int(n) for n in truth.shape[1::-1]], "colors": colors, "found": grid["found"],
                        "columns": grid.get("columns"), "rows": grid.get("rows"),
                        "confidence": grid.get("confidence"),
                        "output_colors": report["output_colors"], "seconds": report["seconds"]["labels"],
                        "megapixels": image.width * image.height / 1e6,
                        "right": right_cells(result, truth) if same else None})
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=100, help="number of pictures of each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the pictures")
    parser.add_argument("--cli", default=CLI)
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--dump", help="a JSON file for the figures of each picture")
    parser.add_argument("options", nargs="*")
    options = parser.parse_args()
    everything = {}
    print("| | pictures | right columns and rows | right cells in those | within 3 codes | within 24 | right cells in all | median s/MP |\n"
          "|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(options.keep or name)
        folder.mkdir(exist_ok=True)
        for name in options.levels.split(","):
            figures = measure(folder, name, LEVELS[name], options.pictures, options.seed, options.options or OPTIONS, options.cli)
            everything[name] = figures
            right = [one["right"] for one in figures if one["right"] is not None]
            weights = [one["cells"][0] * one["cells"][1] for one in figures if one["right"] is not None]
            all_weights = sum(one["cells"][0] * one["cells"][1] for one in figures)
            of_those, of_three, of_many = np.average(right, axis=0, weights=weights) if right else (0.0, 0.0, 0.0)
            speed = float(np.median([one["seconds"] / one["megapixels"] for one in figures]))
            print(f"| {name} | {len(figures)} | {len(right) / len(figures):.1%} | {of_those:.2%} | "
                  f"{of_three:.1%} | {of_many:.1%} | {of_those * sum(weights) / all_weights:.2%} | {speed:.2f} |", flush=True)
    if options.dump:
        pathlib.Path(options.dump).write_text(json.dumps(everything, indent=1))


if __name__ == "__main__":
    main()
