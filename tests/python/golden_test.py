"""The module gives the bytes of golden.txt."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import huedrift
import numpy
import pictures


def digest(*parts):
    """FNV-1a, 64 bits."""
    value = 14695981039346656037
    for byte in b"".join(parts):
        value = (value ^ byte) * 1099511628211 % 2**64
    return f"{value:016x}"


def digest_of(result, form):
    height, width = result.indices.shape
    entries, values = result.palette, result.indices.astype("<u4")
    if form == "truecolor":
        entries, values = result.palette[:0], result.pixels
        if values.shape[2] == 3:
            values = numpy.dstack([values, numpy.full(values.shape[:2], 255, numpy.uint8)])
    return digest(numpy.array([width, height, len(entries)], "<u4").tobytes(), entries.tobytes(), values.tobytes())


def settings_of(words):
    settings = {}
    for name, value in (word.split("=", 1) for word in words):
        settings.setdefault(name.replace("-", "_"), []).append(value)
    return {keyword: values if len(values) > 1 else values[0] for keyword, values in settings.items()}


class Golden(unittest.TestCase):
    def test_is_what_the_module_gives(self):
        rows = [line.split() for line in pathlib.Path(os.environ["HUEDRIFT_GOLDEN"]).read_text().splitlines()]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([os.environ["HUEDRIFT_GOLDEN_PICTURES"], folder], check=True)
            arrays = {path.stem: pictures.read_pam(path) for path in pathlib.Path(folder).iterdir()}
        for expected, form, picture, *words in (row for row in rows if row[0] != "#"):
            if picture.startswith("65k"):
                continue  # a second of Python's own for each digest
            with self.subTest(picture=picture, settings=words):
                settings = settings_of(words)
                for mask in settings.keys() & {"importance", "dither_mask"}:
                    settings[mask] = arrays[settings[mask]]
                try:
                    self.assertEqual(digest_of(huedrift.reduce(arrays[picture], **settings), form), expected)
                except ValueError:
                    self.assertEqual("refused:2", expected)
                except huedrift.Error as error:
                    self.assertEqual(f"refused:{error.code}", expected)


if __name__ == "__main__":
    unittest.main()
