#!/usr/bin/env python3
"""Draws icons with soft shadows and measures `--alpha levels` beside pngquant at the same number of pairs.

usage: scripts/alpha_levels.py [PAIRS...]     (256 64)

The figures are the mean distances in Oklab over white, sRGB grey 128 and black, times 1000: ours, pngquant's, and ours
divided by pngquant's. Needs build/release/bin/huedrift-cli and Debian's python3-numpy, imagemagick and pngquant.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

CLI = str(pathlib.Path(__file__).resolve().parent.parent / "build/release/bin/huedrift-cli")
SIDE = 256
Y, X = np.mgrid[0:SIDE, 0:SIDE] / (SIDE / 2 - 0.5) - 1
RADIUS, ANGLE = np.hypot(X, Y), np.arctan2(Y, X)


def flat(*rgb):
    return np.broadcast_to(np.array(rgb, float), (SIDE, SIDE, 3))


def blend(first, second, share):
    return np.array(first) + (np.array(second, float) - first) * share[..., None]


def plasma(frequency):
    waves = [np.sin(frequency * (X * np.cos(t) + Y * np.sin(t)) + 3 * t) + np.cos(frequency * RADIUS + t) for t in (0.3, 1.7, 2.9)]
    return 127.5 + 63.7 * np.stack(waves, -1)


def shadowed(rgb, outside):
    """A shape where `outside`, the distance from it, is negative, with a soft edge and a black shadow below it."""
    cover = np.clip(0.5 - outside * SIDE / 2, 0, 1)
    shadow = 0.6 * np.exp(-(np.maximum(np.roll(outside, 12, 0), 0) / 0.12) ** 2)
    alpha = cover + shadow * (1 - cover)
    return rgb * (cover / np.maximum(alpha, 1e-9))[..., None], alpha


def icons():
    disc, square = RADIUS - 0.65, np.maximum(abs(X), abs(Y)) - 0.62
    star = RADIUS - 0.5 - 0.18 * np.cos(5 * ANGLE)
    yield "gradient", shadowed(blend((255, 190, 60), (190, 30, 80), (Y + 1) / 2), disc)
    yield "glow", (127.5 + 127.5 * np.stack([np.cos(ANGLE - t) for t in (0, 2.1, 4.2)], -1), np.exp(-((RADIUS - 0.6) / 0.13) ** 2))
    yield "plasma", shadowed(plasma(4), square)
    yield "star", shadowed(flat(245, 200, 40), star)
    yield "glass", (blend((255, 255, 255), (120, 180, 255), (X + 1) / 2), np.where(disc < 0, 0.25 + 0.3 * (1 - Y) / 2, 0))
    yield "soft plasma", (plasma(7), np.exp(-(RADIUS / 0.55) ** 2))


def save(path, rgb, alpha):
    pixels = np.concatenate([rgb, 255 * alpha[..., None]], -1).round().clip(0, 255).astype(np.uint8)
    subprocess.run(["convert", "-size", f"{SIDE}x{SIDE}", "-depth", "8", "rgba:-", f"png32:{path}"], input=pixels.tobytes(),
                   check=True)


def load(path):
    data = subprocess.run(["convert", path, "-depth", "8", "rgba:-"], capture_output=True, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(SIDE, SIDE, 4).astype(float)


def oklab(codes):
    """Ottosson, 2020."""
    c = codes / 255
    light = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    lms = np.cbrt(light @ np.array([[0.4122214708, 0.2119034982, 0.0883024619], [0.5363325363, 0.6806995451, 0.2817188376],
                                    [0.0514459929, 0.1073969566, 0.6299787005]]))
    return lms @ np.array([[0.2104542553, 1.9779984951, 0.0259040371], [0.7936177850, -2.4285922050, 0.7827717662],
                           [-0.0040720468, 0.4505937099, -0.8086757660]])


def distance(one, other):
    def over(picture, behind):
        alpha = picture[..., 3:] / 255
        return oklab(picture[..., :3] * alpha + behind * (1 - alpha))
    return 1000 * np.mean([np.linalg.norm(over(one, b) - over(other, b), axis=-1).mean() for b in (255, 128, 0)])


def main():
    if "--help" in sys.argv:
        print(__doc__)
        return
    folder = pathlib.Path(tempfile.mkdtemp())
    for pairs in sys.argv[1:] or ["256", "64"]:
        ratios = []
        for name, drawn in icons():
            source, ours, theirs = (str(folder / f"{name}-{kind}.png") for kind in ("source", "ours", "theirs"))
            save(source, *drawn)
            subprocess.run([CLI, "reduce", source, "-o", ours, "--quiet", "-r", "0", "--indexed", "--alpha", f"levels:{pairs}",
                            "--force"], check=True)
            subprocess.run(["pngquant", "--force", "--nofs", "--speed", "1", pairs, source, "-o", theirs], check=True)
            here, there = (distance(load(source), load(path)) for path in (ours, theirs))
            ratios.append(here / there)
            print(f"{pairs:>4} {name:12} {here:8.3f} {there:8.3f} {ratios[-1]:6.2f}")
        print(f"{pairs:>4} {'geometric mean':30} {np.exp(np.mean(np.log(ratios))):6.2f}")


main()
