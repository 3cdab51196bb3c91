"""Which arrays the module takes, and that it copies only those that it must."""
import tracemalloc
import unittest

import huedrift
import numpy
import pictures


def reduced(array):
    return huedrift.reduce(array, look="photo", colors=6, threads=1)


class Array(unittest.TestCase):
    def equals_its_copy(self, array):
        result, expected = reduced(array), reduced(array.copy(order="C"))
        numpy.testing.assert_array_equal(result.palette, expected.palette)
        numpy.testing.assert_array_equal(result.indices, expected.indices)

    def test_of_each_number_of_channels(self):
        for channels in 1, 2, 3, 4:
            array = pictures.photo(channels=channels)
            self.assertEqual(reduced(array).indices.shape, array.shape[:2])
            self.assertEqual(reduced(array).pixels.shape, array.shape)
        grey = pictures.photo(channels=1)
        numpy.testing.assert_array_equal(reduced(grey).pixels[..., 0], reduced(grey[..., 0]).pixels)
        numpy.testing.assert_array_equal(reduced(grey).pixels.repeat(3, 2), reduced(grey.repeat(3, 2)).pixels)

    def test_with_any_strides(self):
        for channels in 1, 2, 3, 4:
            array = pictures.photo(channels=channels)
            planes = numpy.ascontiguousarray(array.transpose(2, 0, 1))
            for view in (array[::-1], array[5:30, 7:40], array[::3], array[::-2, 1:], array[:, ::-1], array[:, ::2],
                         array[..., ::-1], array.transpose(1, 0, 2), planes.transpose(1, 2, 0), array[:1], array[:, :1],
                         array[3:4, ::-1], numpy.broadcast_to(array[0], array.shape),
                         numpy.broadcast_to(array[:, :1], array.shape)):
                with self.subTest(channels=channels, strides=view.strides):
                    self.equals_its_copy(view)
        grey = pictures.photo(channels=1)[..., 0]
        for view in grey.T, grey[::-1, ::-1], numpy.lib.stride_tricks.sliding_window_view(grey[3], 9):
            self.equals_its_copy(view)

    def test_that_is_read_only(self):
        array = pictures.photo()
        array.flags.writeable = False
        self.equals_its_copy(array)

    def test_is_not_copied_if_pixels_of_rows_follow_one_another(self):
        wide = pictures.noise(1000, 1000, 4)
        copies = {"flipped": wide[::-1], "cropped": wide[10:, :900], "mirrored": wide[:, ::-1]}
        grown = {}
        for name, view in copies.items():
            tracemalloc.start()
            huedrift.Picture(view)
            grown[name] = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        self.assertLess(grown["flipped"], 100_000)
        self.assertLess(grown["cropped"], 100_000)
        self.assertGreater(grown["mirrored"], 3_000_000)

    def test_is_left_as_it_was(self):
        array = pictures.photo()
        before = array.copy()
        reduced(array)
        numpy.testing.assert_array_equal(array, before)

    def test_of_another_kind_is_refused(self):
        array = pictures.photo()
        for array in array.astype(float), array > 9, array.astype(numpy.int8), [[1, 2]], None, "x":
            with self.assertRaisesRegex(TypeError, "must have the dtype uint8, not "):
                reduced(array)
        for shape in (), (4,), (4, 4, 5), (4, 4, 0), (2, 4, 4, 3):
            with self.assertRaisesRegex(ValueError, r"must have the shape .*, not \("):
                reduced(numpy.zeros(shape, numpy.uint8))

    def test_of_a_size_that_no_image_has_is_refused(self):
        for shape in (0, 4, 3), (4, 0, 3), (0, 0), (1, 65536), (65536, 1):
            with self.assertRaisesRegex(ValueError, "65535"):
                reduced(numpy.zeros(shape, numpy.uint8))
        with self.assertRaisesRegex(ValueError, "65535"):
            reduced(numpy.broadcast_to(numpy.uint8(3), (1, 2**40)))

    def test_of_one_pixel(self):
        palette, indices = huedrift.reduce(numpy.array([[[9, 8, 7]]], numpy.uint8))
        self.assertEqual(palette.tolist(), [[9, 8, 7, 255]])
        self.assertEqual(indices.tolist(), [[0]])

    def test_by_the_array_interface(self):
        class Holder:
            def __init__(self, array):
                self.__array_interface__ = array.__array_interface__
                self.array = array

        array = pictures.photo()
        numpy.testing.assert_array_equal(reduced(Holder(array)).pixels, reduced(array).pixels)
        numpy.testing.assert_array_equal(reduced(memoryview(array)).pixels, reduced(array).pixels)

    def test_whose_holder_raises(self):
        class Broken:
            def __array__(self, dtype=None):
                raise OSError("truncated file")

        with self.assertRaisesRegex(OSError, "truncated file"):
            reduced(Broken())


if __name__ == "__main__":
    unittest.main()
