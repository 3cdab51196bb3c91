#!/usr/bin/env python3
"""Reduces all PNG frames of a folder to one palette, into indexed PNGs: reduce_frames.py FOLDER OUT_FOLDER [COLORS]

Two passes over the files, so that only one frame is in memory at a time.
"""
import pathlib
import sys

import huedrift
from PIL import Image


def main(folder: str, out_folder: str, colors: str = "32") -> None:
    frames = sorted(pathlib.Path(folder).glob("*.png"))
    group = huedrift.Group(colors=int(colors), dither="blue-noise")  # a pattern that stands still
    for frame in frames:
        with Image.open(frame) as picture:
            group.count(picture.convert("RGB"))
    group.find()
    out = pathlib.Path(out_folder)
    out.mkdir(exist_ok=True)
    for frame in frames:
        with Image.open(frame) as picture:
            result = group.reduce(picture.convert("RGB"))
        result.image().save(out / frame.name)
    print(f"{out_folder}: {len(frames)} frames with one palette of {len(result.palette)} colours")


if __name__ == "__main__":
    main(*sys.argv[1:])
