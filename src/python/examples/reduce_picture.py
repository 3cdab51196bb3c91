#!/usr/bin/env python3
"""Reduces a picture to a few colours and writes it as an indexed PNG: reduce_picture.py IN OUT.png [COLORS]"""
import sys

import huedrift
from PIL import Image


def main(source: str, target: str, colors: str = "16") -> None:
    with Image.open(source) as picture:
        # The levels of alpha are so few that an indexed PNG holds all pairs of colour and alpha.
        result = huedrift.reduce(picture.convert("RGBA"), colors=int(colors), alpha="levels")
    for note in result.notes:
        print(f"{source}: {note}", file=sys.stderr)
    indexed = Image.fromarray(result.indices)
    indexed.putpalette(result.palette.tobytes(), "RGBA")
    indexed.save(target)
    print(f"{target}: {len(result.palette)} colours, mean error {result.error('mean'):.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
