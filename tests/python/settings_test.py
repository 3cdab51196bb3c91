"""Keyword arguments, their texts, and the values that they refuse."""
import inspect
import unittest

import huedrift
import numpy
import pictures

array = pictures.photo()


def recipe(**settings):
    return huedrift.reduce(array, **settings).recipe


class Settings(unittest.TestCase):
    def test_are_listed_with_their_help(self):
        rows = huedrift.settings()
        self.assertGreater(len(rows), 30)
        self.assertIn("colors", [row.keyword for row in rows])
        for row in rows:
            self.assertRegex(row.keyword, "^[a-z][a-z_]*$")
            self.assertIn(row.kind, {"number", "whole number", "flag", "name", "text", "list"})
            self.assertTrue(row.help)
            self.assertEqual(row.kind == "name", row.names is not None)
            self.assertEqual("number" in row.kind, row.low is not None)

    def test_are_in_the_docstrings(self):
        for text in huedrift.reduce.__doc__, huedrift.Group.__doc__:
            for row in huedrift.settings():
                self.assertIn(f"\n{row.keyword} : ", text)
                self.assertIn(" ".join(row.help.split()), " ".join(text.split()))

    def test_are_parameters_of_the_signatures(self):
        keywords = [row.keyword for row in huedrift.settings()]
        for function in huedrift.reduce, huedrift.Picture.reduce, huedrift.Group:
            parameters = list(inspect.signature(function).parameters)
            self.assertEqual(parameters[-len(keywords):], keywords)

    def test_of_several_types_say_the_same(self):
        for setting, values in {
            "colors": [5, "5", numpy.int64(5), numpy.uint8(5)],
            "strength": [0.25, "0.25", numpy.float32(0.25), numpy.float64(0.25)],
            "to": ["cga", "000000,55ffff,ff55ff,ffffff"],
            "dither": ["off", False, numpy.bool_(False)],
            "snap": ["on", True, numpy.bool_(True)],
            "pin": ["ff0000,123456", ["ff0000", "123456"], [(255, 0, 0), (0x12, 0x34, 0x56)],
                    numpy.array([[255, 0, 0], [0x12, 0x34, 0x56]], numpy.uint8), ["#ff0000", [0x12, 0x34, 0x56, 255]]],
            "recolor": ["ff0000=00ff00,000000=ffffff", ("ff0000=00ff00", "000000=ffffff")],
        }.items():
            for value in values[1:]:
                self.assertEqual(recipe(**{setting: value}), recipe(**{setting: values[0]}), (setting, value))

    def test_that_are_none_are_not_set(self):
        nothing = {row.keyword: None for row in huedrift.settings()}
        self.assertEqual(recipe(**nothing, recipe=None, progress=None), recipe())
        self.assertEqual(recipe(pin=[]), recipe())

    def test_override_those_of_a_recipe(self):
        look = dict(look="photo")  # for what a recipe leaves to the look
        base = recipe(**look, colors=5, pin="ff0000", recolor="000000=ffffff")
        for overriding, expected in [
            (dict(colors=7), dict(colors=7, pin="ff0000", recolor="000000=ffffff")),
            (dict(pin=["00ff00"]), dict(colors=5, pin="00ff00", recolor="000000=ffffff")),
            (dict(pin=[], recolor=""), dict(colors=5)),
            (dict(pin=None, recolor=None), dict(colors=5)),
            (dict(colors=None, max_error=0.1), dict(max_error=0.1, pin="ff0000", recolor="000000=ffffff")),
        ]:
            self.assertEqual(recipe(recipe=base, **overriding), recipe(**look, **expected))
        self.assertNotIn("--to", recipe(recipe=recipe(to="ff0000"), to=None, directly=None))
        group = huedrift.Group(recipe=base, colors=7, pin=None, recolor=None)
        group.count(array)
        group.find()
        self.assertEqual(len(group.reduce(array).palette), 7)

    def test_refuse_a_palette_without_colors(self):
        for empty in [], "", numpy.zeros((0, 4), numpy.uint8), [(1, 2, 3, 0)]:
            with self.assertRaisesRegex(ValueError, "to has no colours"):
                recipe(to=empty)
            with self.assertRaisesRegex(ValueError, "output_palette has no colours"):
                recipe(to="ff0000", output_palette=empty)

    def test_take_the_palette_of_a_result_with_alpha(self):
        soft = numpy.dstack([pictures.drawing(), pictures.photo(channels=4)[..., 3]])
        soft[:20, :20, 3] = 0
        palette = huedrift.reduce(soft, colors=4).palette
        self.assertEqual((palette[:, 3].min(), palette[:, 3].max()), (0, 255))
        result = huedrift.reduce(array, to=palette, directly=True)
        self.assertLessEqual(set(map(tuple, result.palette[:, :3])), set(map(tuple, palette[palette[:, 3] > 0, :3])))
        opaque = "".join(f",{r:02x}{g:02x}{b:02x}" for r, g, b, a in palette if a > 0)[1:]
        self.assertEqual(result.recipe, recipe(to=opaque, directly=True))
        with self.assertRaisesRegex(ValueError, "pin: a colour must be 3 numbers"):
            recipe(pin=palette)

    def test_that_do_not_exist_are_refused_with_the_nearest(self):
        for wrong, nearest in {"colours": "colors", "dithering": "dither", "min_shares": "min_share", "Look": "look"}.items():
            for function in huedrift.reduce, huedrift.Picture(array).reduce, huedrift.Group:
                arguments = [array] if function is huedrift.reduce else []
                with self.assertRaisesRegex(TypeError, rf"\(\) has no keyword argument '{wrong}'; did you mean '{nearest}'\?"):
                    function(*arguments, **{wrong: 3})

    def test_with_wrong_values_are_refused_with_the_sentence_of_the_library(self):
        for setting, value in {"colors": 0, "radius": float("nan"), "dither": "much", "look": "nice", "pin": "red,",
                               "strength": "half", "alpha": "gone", "snap": 3}.items():
            with self.assertRaisesRegex(ValueError, setting):
                recipe(**{setting: value})
        with self.assertRaises(ValueError):
            recipe(colors=2**70)
        with self.assertRaisesRegex(ValueError, "null character"):
            recipe(alpha="keep\0")
        with self.assertRaises(ValueError):
            recipe(recipe="{")
        with self.assertRaises(ValueError):
            recipe(colors=4, max_error=0.1)

    def test_masks_are_arrays(self):
        mask = numpy.zeros(array.shape[:2], numpy.uint8)
        mask[:, 32:] = 255
        palette, indices = huedrift.reduce(array, colors=4, dither="off", importance=mask)
        half, _ = huedrift.reduce(array[:, 32:], colors=4, dither="off")
        self.assertEqual(palette.tolist(), half.tolist())
        self.assertEqual(indices.shape, mask.shape)
        crisp = huedrift.reduce(array, to="000000,ffffff", directly=True, dither="diffusion", dither_mask=mask[..., None])
        plain = huedrift.reduce(array, to="000000,ffffff", directly=True)
        self.assertTrue((crisp.pixels[:, :32] == plain.pixels[:, :32]).all())
        self.assertFalse((crisp.pixels == plain.pixels).all())
        again = huedrift.reduce(array, recipe=crisp.recipe, dither_mask=mask)
        self.assertTrue((again.pixels == crisp.pixels).all())
        with self.assertRaisesRegex(ValueError, "dither .* is not here"):
            huedrift.reduce(array, recipe=crisp.recipe)
        with self.assertRaisesRegex(TypeError, "uint8"):
            recipe(importance=mask.astype(float))

    def test_of_wrong_types_are_refused(self):
        for setting, value in {"colors": {}, "radius": [0.1], "dither": b"off", "pin": 3, "strict": 1j}.items():
            with self.assertRaisesRegex(TypeError, setting):
                recipe(**{setting: value})
        with self.assertRaisesRegex(TypeError, "recipe must be a str, not dict"):
            recipe(recipe={})
        for color in (1, 2), (1, 2, 3, 4), (1, 2, 256), (-1, 2, 3), (1, 2, 2**80), (0.5, 1, 2), (1, 2, 3, 255, 255):
            with self.assertRaisesRegex(ValueError, "pin: a colour must be 3 numbers from 0 to 255"):
                recipe(pin=[color])
        with self.assertRaisesRegex(TypeError, r"pin: an item must be a str or a colour \(red, green, blue\), not int"):
            recipe(pin=(255, 0, 0))

    def test_a_device_that_does_not_exist_is_an_error_with_its_code(self):
        with self.assertRaises(huedrift.Error) as caught:
            recipe(engine="vulkan", device="no such device")
        self.assertEqual(caught.exception.code, 5)
        self.assertTrue(str(caught.exception))

    def test_version_is_that_of_the_library(self):
        self.assertRegex(huedrift.__version__, r"^\d+\.\d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
