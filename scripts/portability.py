#!/usr/bin/env python3
"""Compares the bytes of ten results with docs/portability.md, and gives it a row for this machine.

usage: scripts/portability.py CLI [--device DEVICE] [--where TEXT] [--write | --anew]

CLI is a huedrift-cli with its decoders. This script draws the ten pictures from integers. --device names the GPU that
computes, as `huedrift-cli devices` lists it; without it, the CPU computes. The row names the machine by WHERE ("real hardware"
by default). The script prints the row; --write also puts it into docs/portability.md. The exit code is 1 if a result differs
from the page. Use --anew after a change of the definition or of these pictures: it replaces the results on the page and
removes the rows of other machines. Needs Python 3.8 and no package.
"""
import argparse
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs/portability.md"
WIDTH, HEIGHT = 100, 72


def noise(x, y, seed):
    """Returns the hash of a place, a byte."""
    value = (x * 374761393 + y * 668265263 + seed * 2246822519) & 0xFFFFFFFF
    value = ((value ^ value >> 13) * 1274126177) & 0xFFFFFFFF
    return (value ^ value >> 16) & 0xFF


def smooth_noise(x, y, seed, cell):
    """Blends noise() between the corners of cells."""
    left, top, right, down = x // cell, y // cell, x % cell, y % cell
    corner = [noise(left + i % 2, top + i // 2, seed) for i in range(4)]
    upper = corner[0] * (cell - right) + corner[1] * right
    lower = corner[2] * (cell - right) + corner[3] * right
    return (upper * (cell - down) + lower * down) // (cell * cell)


def cloudy(x, y):
    return [(3 * smooth_noise(x, y, channel, 40) + smooth_noise(x, y, channel + 3, 9)) // 4 for channel in range(3)] + [255]


def grainy(x, y):
    return [max(0, min(255, value + noise(x, y, 7 + i) // 8 - 16)) for i, value in enumerate(cloudy(x, y)[:3])] + [255]


def ramp(x, y):
    return [x * 255 // (WIDTH - 1), y * 255 // (HEIGHT - 1), (x + y) * 255 // (WIDTH + HEIGHT - 2), 255]


def static(x, y):
    return [noise(x, y, channel) for channel in range(3)] + [255]


def coverage(x, y, cx, cy, radius):
    """Returns how much of a pixel lies in a disc, in sixteenths."""
    return sum((8 * x + 2 * i + 1 - 8 * cx) ** 2 + (8 * y + 2 * j + 1 - 8 * cy) ** 2 < (8 * radius) ** 2
               for i in range(4) for j in range(4))


def over(below, above, share, whole):
    return [(b * (whole - share) + a * share + whole // 2) // whole for b, a in zip(below, above)]


def discs(x, y):
    color = [246, 242, 230, 255]
    for i, (cx, cy, radius, paint) in enumerate([(30, 28, 22, (200, 60, 50)), (62, 40, 25, (40, 110, 180)),
                                                 (45, 54, 15, (240, 190, 60)), (84, 18, 12, (30, 30, 36))]):
        color = over(color, list(paint) + [255], coverage(x, y, cx, cy, radius), 16)
    return color


def clear_disc(x, y):
    return [200 - x, 60 + y, 90, coverage(x, y, 50, 36, 33) * 255 // 16]


def sprite(x, y):
    shades = [(20, 20, 30), (80, 50, 40), (160, 90, 60), (230, 170, 110), (70, 120, 70), (120, 180, 90)]
    column, row = x // 5, y // 5
    return list(shades[noise(min(column, 19 - column), row, 11) % len(shades)]) + [255]


PICTURES = [
    ("the look that suits it, a photo", cloudy, []),
    ("grain, 24 colours, poster", grainy, ["--look", "poster", "--colors", "24"]),
    ("every colour once, a small radius", ramp, ["-r", "0.04", "--weighting", "palette"]),
    ("7,200 colours, none of them alike", static, ["-r", "0.08", "--refine", "off"]),
    ("rims and specks cleaned", discs, ["--look", "flat", "--defringe", "2", "--min-region", "20"]),
    ("alpha, indexed", clear_disc, ["--colors", "12", "--alpha", "threshold:128", "--indexed"]),
    ("pixel art", sprite, ["--look", "flat", "--indexed", "--order", "hue"]),
    ("smoothed, dithered by diffusion to a palette", grainy,
     ["--smooth", "2", "--to", "000000,ffffff,ff0000", "--dither", "diffusion"]),
    ("dithered by an ordered pattern to a palette", cloudy,
     ["--to", "000000,ffffff,c04030,3060a0,e0c050,408050", "--directly", "--dither", "ordered"]),
    ("as published, linear", cloudy, ["--look", "published", "--transfer", "linear", "-r", "0.02"]),
]


def pam(picture):
    header = f"P7\nWIDTH {WIDTH}\nHEIGHT {HEIGHT}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    return header.encode() + bytes(value for y in range(HEIGHT) for x in range(WIDTH) for value in picture(x, y))


def short(hashed):
    return hashed.hexdigest()[:16]


def hashes_of(cli, device, folder):
    engine = ["--engine", "vulkan", "--device", device] if device else ["--engine", "cpu"]
    for number, (_, picture, options) in enumerate(PICTURES):
        source, result, palette = (pathlib.Path(folder, f"{number}{end}") for end in (".pam", "-few.png", ".gpl"))
        source.write_bytes(pam(picture))
        words = [cli, "reduce", source, "-o", result, "--palette", palette, "--json", *engine, *options]
        ran = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        if ran.returncode != 0:
            sys.exit(f"portability: {ran.stderr.strip()}")
        report = json.loads(ran.stdout)["results"][0]
        yield short(hashlib.sha256(result.read_bytes() + palette.read_bytes())), report["device"]


def table(name, page):
    """Finds the text between the marks <!-- NAME --> and <!-- end -->."""
    return re.search(f"(?<=<!-- {name} -->\n).*?(?=<!-- end -->)", page, re.DOTALL)


def replaced(page, name, lines):
    found = table(name, page)
    return page[:found.start()] + "".join(line + "\n" for line in lines) + page[found.end():]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("cli")
    parser.add_argument("--device", default="")
    parser.add_argument("--where", default="real hardware")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--anew", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = list(hashes_of(str(pathlib.Path(asked.cli).resolve()), asked.device, folder))
    # "CPU" names the results that every machine computes on the CPU (--directly).
    hashes, devices = [one for one, _ in found], {device for _, device in found} - {"CPU"}
    if len(devices) != 1:
        sys.exit(f"portability: several devices did the work: {devices}")
    page = PAGE.read_text()
    known = [] if asked.anew else re.findall(r"`([0-9a-f]{16})`", table("pictures", page)[0])
    same = sum(a == b for a, b in zip(hashes, known or hashes))
    combined = short(hashlib.sha256("".join(hashes).encode()))
    begin = f"| {re.sub(r'^[0-9]+ threads?, ', '', devices.pop())} | {asked.where} |"
    row = f"{begin} {same} | `{combined}` |"
    print(row)
    if asked.write or asked.anew:
        rows = table("machines", page)[0].splitlines()
        rows = rows[:2] + [line for line in rows[2:] if known and not line.startswith(begin)] + [row]
        page = replaced(page, "machines", rows)
        if not known:
            lines = [f"| {i + 1} | {what} | `{hashes[i]}` |" for i, (what, _, _) in enumerate(PICTURES)]
            page = replaced(page, "pictures", table("pictures", page)[0].splitlines()[:2] + lines)
        PAGE.write_text(page)
    if same < len(PICTURES):
        print("differing:", *(i + 1 for i, (a, b) in enumerate(zip(hashes, known)) if a != b), file=sys.stderr)
        return 1
    return 0


sys.exit(main())
