#!/usr/bin/env python3
"""Reduces a picture to a few colours and writes it as an indexed PNG: reduce_picture.py IN OUT.png [COLORS]"""
import sys

import huedrift
from PIL import Image


def main(source: str, target: str, colors: str = "16") -> None:
    with Image.open(source) as picture:
        # An indexed PNG holds 256 pairs of colour and alpha.
        result = huedrift.reduce(picture, colors=int(colors), entries=256)
    for note in result.notes:
        print(f"{source}: {note}", file=sys.stderr)
    result.image().save(target)
    print(f"{target}: {len(result.palette)} colours, mean distance {result.distance('mean'):.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
