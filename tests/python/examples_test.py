"""The examples run and write the files that they promise."""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

import huedrift
import numpy
import pictures

examples = pathlib.Path(__file__).resolve().parents[2] / "src/python/examples"


@unittest.skipUnless(importlib.util.find_spec("PIL"), "Pillow is not installed")
class Examples(unittest.TestCase):
    def run_example(self, name, *words):
        command = [sys.executable, "-B", examples / name, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def equals(self, path, result):
        """Whether an indexed PNG has the indices and the colours of a result."""
        from PIL import Image

        with Image.open(path) as image:
            self.assertEqual(image.mode, "P")
            numpy.testing.assert_array_equal(numpy.asarray(image), result.indices)
            numpy.testing.assert_array_equal(numpy.asarray(image.convert("RGBA")), result.palette[result.indices])

    def test_reduce_picture(self):
        from PIL import Image

        for channels in 3, 4:
            array = pictures.photo(channels=channels)
            result = huedrift.reduce(array, colors=12, entries=256)
            with tempfile.TemporaryDirectory() as folder:
                source, target = (pathlib.Path(folder) / name for name in ("in.png", "out.png"))
                Image.fromarray(array).save(source)
                said = self.run_example("reduce_picture.py", source, target, "12")
                self.equals(target, result)
            self.assertIn(f"{len(result.palette)} colours", said)

    def test_reduce_frames(self):
        from PIL import Image

        frames = [pictures.photo(seed=seed) for seed in range(3)]
        with tempfile.TemporaryDirectory() as folder:
            source, target = (pathlib.Path(folder) / name for name in ("in", "out"))
            source.mkdir()
            for number, frame in enumerate(frames):
                Image.fromarray(frame).save(source / f"{number}.png")
            said = self.run_example("reduce_frames.py", source, target, "10")
            for number, result in enumerate(huedrift.reduce_all(frames, colors=10, dither="blue-noise")):
                self.equals(target / f"{number}.png", result)
        self.assertIn("3 frames with one palette of 10 colours", said)


@unittest.skipUnless(importlib.util.find_spec("PIL"), "Pillow is not installed")
class Pillow(unittest.TestCase):
    def test_images_are_taken_as_they_are(self):
        from PIL import Image

        for channels in 1, 2, 3, 4:
            array = pictures.photo(channels=channels)
            array = array[..., 0] if channels == 1 else array
            numpy.testing.assert_array_equal(huedrift.reduce(Image.fromarray(array), colors=5).pixels,
                                             huedrift.reduce(array, colors=5).pixels)

    def test_images_of_indices_are_taken_in_their_colors(self):
        from PIL import Image

        soft = pictures.photo(channels=4)
        for result in huedrift.reduce(soft, colors=20, entries=200), huedrift.reduce(soft[..., :3], colors=9):
            image = result.image()
            self.assertEqual(image.mode, "P")
            numpy.testing.assert_array_equal(numpy.asarray(image), result.indices)
            again = huedrift.reduce(image, radius=0)
            numpy.testing.assert_array_equal(again.pixels, result.pixels)
            with tempfile.TemporaryDirectory() as folder:
                image.save(f"{folder}/image.png")
                with Image.open(f"{folder}/image.png") as opened:
                    numpy.testing.assert_array_equal(huedrift.reduce(opened, radius=0).pixels, result.pixels)
        for mode, channels in {"1": (), "PA": (4,)}.items():
            image = Image.fromarray(pictures.photo(channels=1)[..., 0]).convert(mode)
            self.assertEqual(huedrift.reduce(image, colors=2).pixels.shape, (48, 64, *channels))

    def test_image_of_many_colors_has_no_palette(self):
        for channels in 2, 3, 4:
            result = huedrift.reduce(pictures.noise(30, 30, channels), radius=0)
            numpy.testing.assert_array_equal(numpy.asarray(result.image()), result.pixels)

    def test_quantize_takes_the_arguments_of_pillow(self):
        from PIL import Image

        image = Image.fromarray(pictures.photo())
        for quantized in huedrift.quantize(image, 12), huedrift.quantize(image, colors=12, method=Image.Quantize.MEDIANCUT):
            self.assertEqual((quantized.mode, len(quantized.getcolors())), ("P", 12))
        self.assertEqual(len(huedrift.quantize(Image.fromarray(pictures.photo(channels=4)), 20).getcolors()), 20)
        crisp = huedrift.quantize(image, 12, dither=Image.Dither.NONE)
        numpy.testing.assert_array_equal(numpy.asarray(crisp.convert("RGB")),
                                         huedrift.reduce(image, colors=12, dither="off").pixels)
        for wrong in {"colors": 0}, {"colors": 257}, {"dither": Image.Dither.RASTERIZE}, {"palette": image}:
            with self.assertRaises(ValueError):
                huedrift.quantize(image, **wrong)

    def test_quantize_keeps_the_indices_of_a_palette(self):
        from PIL import Image

        image, palette = Image.fromarray(pictures.photo()), Image.new("P", (1, 1))
        colors = [(9, 9, 9), (0, 0, 255), (255, 255, 255), (0, 160, 0), (9, 9, 9)]
        palette.putpalette([channel for color in colors for channel in color])
        quantized = huedrift.quantize(image, palette=palette)
        self.assertEqual(quantized.getpalette(), palette.getpalette())
        self.assertLessEqual({index for _, index in quantized.getcolors()}, {0, 1, 2, 3})
        numpy.testing.assert_array_equal(
            numpy.asarray(quantized.convert("RGB")),
            huedrift.reduce(image, to=colors, directly=True, dither="diffusion").pixels)
        with self.assertRaisesRegex(ValueError, "transparent pixels"):
            huedrift.quantize(Image.fromarray(pictures.photo(channels=4)), palette=palette)

    def test_images_whose_values_are_no_colors_are_refused(self):
        from PIL import Image

        for mode in "CMYK", "LAB", "HSV", "YCbCr", "I", "F", "RGBa", "RGBX":
            with self.assertRaisesRegex(ValueError, f"not {mode}; convert it"):
                huedrift.reduce(Image.new(mode, (3, 3)))


if __name__ == "__main__":
    unittest.main()
