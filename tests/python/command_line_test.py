"""The module and huedrift-cli give the same bytes."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import huedrift
import numpy
import pictures


def options_of(settings):
    for keyword, value in settings.items():
        option = "--" + keyword.replace("_", "-")
        for item in value if isinstance(value, list) else [value]:
            yield from [option] if item is True else [option, str(item)]


def run(source, target, *options):
    command = [os.environ["HUEDRIFT_CLI"], "reduce", source, "-o", target, "--force", "--quiet", "--engine", "cpu", *options]
    return subprocess.run(command, capture_output=True, text=True)


def command_line(array, settings, folder):
    """The pixels, and the palette and indices of an indexed PNG, or None where that has too few entries."""
    source, pixels, indexed = folder / "in.pam", folder / "out.pam", folder / "out.png"
    pictures.write_pam(source, array)
    of_any_file = {keyword: value for keyword, value in settings.items() if keyword != "pad"}
    done = run(source, pixels, *options_of(of_any_file))
    if done.returncode:
        raise AssertionError(done.stderr)
    has_slots = run(source, indexed, "--indexed", *options_of(settings)).returncode == 0
    return pictures.read_pam(pixels), pictures.read_indexed_png(indexed) if has_slots else None


class CommandLine(unittest.TestCase):
    def gives_the_same(self, array, **settings):
        with self.subTest(shape=array.shape, **settings), tempfile.TemporaryDirectory() as folder:
            pixels, slots = command_line(array, settings, pathlib.Path(folder))
            result = huedrift.reduce(array, **settings)
            numpy.testing.assert_array_equal(result.pixels, pixels)
            if slots is None:
                self.assertGreater(len(result.palette), 256)
                return
            numpy.testing.assert_array_equal(result.palette, slots[0])
            numpy.testing.assert_array_equal(result.indices, slots[1])

    def test_without_settings(self):
        for array in (pictures.photo(), pictures.photo()[..., 0], pictures.photo(channels=2), pictures.photo(channels=4),
                      pictures.drawing(), pictures.pixel_art(), pictures.noise(1, 1), pictures.noise(17, 13, 4)):
            self.gives_the_same(array)

    def test_with_each_look(self):
        looks = next(row for row in huedrift.settings() if row.keyword == "look").names
        self.assertIn("photo", looks)
        for look in looks:
            for array in pictures.photo(), pictures.drawing(), pictures.pixel_art(), pictures.noise(20, 30, 4):
                self.gives_the_same(array, look=look)

    def test_with_settings_of_each_step(self):
        array = pictures.photo(channels=4)
        for settings in (
            {"radius": 0.1},
            {"radius": "auto", "assign": "basin"},
            {"radius": 0.05, "weighting": "palette", "merge": "off", "max_iterations": 3},
            {"radius": 0.02, "transfer": "linear", "refine": "off"},
            {"colors": 12, "join_by": "distance", "settle": 3, "snap": "on"},
            {"max_error": 0.05, "error": "mean"},
            {"colors": 16, "levels": "rgb444"},
            {"colors": 16, "dither": "diffusion", "strength": 0.5},
            {"colors": 8, "dither": "blue-noise"},
            {"colors": 8, "dither": "ordered"},
            {"colors": 8, "dither": "everywhere"},
            {"alpha": "threshold:128", "colors": 8},
            {"alpha": "matte:ffffff", "colors": 8},
            {"alpha": "levels:20"},
            {"smooth": 2, "colors": 8},
            {"defringe": 1, "min_region": 12, "colors": 6},
            {"to": "000000,ffffff,ff0000,0000ff", "directly": True},
            {"to": "000000,ffffff,ff0000,0000ff,00a03c", "colors": 3},
            {"to": "000000,ffffff,808080", "radius": 0.1},
            {"radius": 0.1, "pin": ["ff0000", "00ff00@0.1"]},
            {"radius": 0, "colors": 300},
            {"min_share": 2, "radius": 0.03},
            {"colors": 8, "order": "lightness"},
            {"alpha": "threshold:128", "colors": 5, "transparent_index": 3, "pad": 12},
        ):
            self.gives_the_same(array, **settings)
        self.gives_the_same(pictures.pixel_art(), pixel_grid="6", scale=2, colors=4)
        self.gives_the_same(pictures.drawing(), soft_edges="ignore", radius=0.02)


if __name__ == "__main__":
    unittest.main()
