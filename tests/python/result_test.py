"""The members of results, pictures and groups."""
import copy
import gc
import math
import multiprocessing
import os
import pickle
import subprocess
import sys
import unittest
import weakref

import huedrift
import numpy
import pictures


def again(result):
    return result


class Result(unittest.TestCase):
    def setUp(self):
        self.array = pictures.photo()
        self.result = huedrift.reduce(self.array, colors=9)

    def test_unpacks_as_palette_and_indices(self):
        palette, indices = self.result
        self.assertEqual((palette.dtype, palette.shape[1]), (numpy.uint8, 4))
        self.assertEqual((indices.dtype, indices.shape), (numpy.uint8, self.array.shape[:2]))
        numpy.testing.assert_array_equal(palette[indices][..., :3], self.result.pixels)
        self.assertEqual(len(self.result), 2)
        self.assertIs(self.result[0], palette)
        self.assertIs(self.result[-1], indices)
        with self.assertRaises(IndexError):
            self.result[2]

    def test_has_the_channels_of_the_image_but_never_loses_a_color(self):
        for channels in 1, 2:
            for array in pictures.photo(channels=channels), pictures.photo(channels=channels)[..., 0]:
                result = huedrift.reduce(array, to=["000000", "ff0000"])
                alpha = array.shape[2:] == (2,)
                self.assertEqual(result.pixels.shape, (*array.shape[:2], 4 if alpha else 3))
                numpy.testing.assert_array_equal(result.pixels, result.palette[result.indices][..., :4 if alpha else 3])
        for radius in 0, 0.05, 0.3:  # greys stay greys
            self.assertEqual(huedrift.reduce(pictures.photo(channels=1)[..., 0], radius=radius).pixels.ndim, 2)

    def test_is_pickled_and_copied_with_all_members(self):
        result = huedrift.reduce(pictures.photo(channels=4), colors=5, recolor="123456=ff0000")
        copies = [pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)]
        with multiprocessing.get_context("fork").Pool(1) as pool:
            copies += pool.map(again, [result])
        for one in copies:
            for name in "palette", "indices", "pixels", "counts", "distances":
                numpy.testing.assert_array_equal(getattr(one, name), getattr(result, name))
            self.assertEqual((one.notes, one.recipe, one.distance("p95"), repr(one)),
                             (result.notes, result.recipe, result.distance("p95"), repr(result)))
            self.assertFalse(one.palette.flags.writeable)

    def test_counts_its_pixels(self):
        counts = self.result.counts
        self.assertEqual(counts.dtype, numpy.uint64)
        numpy.testing.assert_array_equal(counts, numpy.bincount(self.result.indices.ravel(), minlength=len(counts)))

    def test_measures_its_distances(self):
        distances = self.result.distances
        self.assertEqual((distances.dtype, distances.shape), (numpy.float64, self.result.counts.shape))
        mean, p95, largest = (self.result.distance(one) for one in ("mean", "p95", "max"))
        self.assertTrue(0 < mean < p95 < largest < 1)
        self.assertEqual(self.result.distance(), mean)
        with self.assertRaisesRegex(ValueError, "'mean', 'p95' or 'max', not 'median'"):
            self.result.distance("median")

    def test_gives_views_of_the_same_memory(self):
        for name in "palette", "counts", "distances":
            one, other = getattr(self.result, name), getattr(self.result, name)
            self.assertTrue(numpy.shares_memory(one, other))
            self.assertFalse(one.flags.owndata)
            with self.assertRaisesRegex(ValueError, "read-only"):
                one[0] = 0
        self.assertIs(self.result.indices, self.result.indices)
        self.assertIs(self.result.pixels, self.result.pixels)

    def test_lives_as_long_as_a_view_of_it(self):
        palette = self.result.palette
        expected, died = palette.copy(), []
        weakref.finalize(palette.base, died.append, True)
        del self.result
        gc.collect()
        self.assertEqual(died, [])
        numpy.testing.assert_array_equal(palette, expected)
        del palette
        gc.collect()
        self.assertEqual(died, [True])

    def test_has_wider_indices_for_more_colors(self):
        result = huedrift.reduce(pictures.noise(40, 40), radius=0, colors=700)
        self.assertEqual((result.indices.dtype, len(result.palette)), (numpy.uint16, 700))
        numpy.testing.assert_array_equal(result.palette[result.indices][..., :3], result.pixels)
        every = numpy.arange(2**17, dtype=numpy.uint32).view(numpy.uint8).reshape(256, 512, 4)[..., :3]
        result = huedrift.reduce(every, radius=0)
        self.assertEqual((result.indices.dtype, len(result.palette)), (numpy.uint32, 2**17))
        numpy.testing.assert_array_equal(result.pixels, every)
        fewer = huedrift.reduce(every, radius=0, entries=256)
        self.assertEqual((fewer.indices.dtype, len(fewer.palette)), (numpy.uint8, 256))

    def test_has_entries_of_a_color_for_each_alpha(self):
        array = pictures.drawing()
        array = numpy.dstack([array, pictures.photo(channels=4)[..., 3] | 0x3F])
        result = huedrift.reduce(array, colors=2)
        numpy.testing.assert_array_equal(result.pixels[..., 3], array[..., 3])
        self.assertEqual(len(numpy.unique(result.palette[:, :3], axis=0)), 2)

    def test_notes_what_could_not_be_met(self):
        self.assertEqual(self.result.notes, [])
        notes = huedrift.reduce(self.array, radius=0, recolor="123456=ff0000").notes
        self.assertTrue(notes and all(isinstance(note, str) for note in notes), notes)

    def test_of_another_size_has_no_distance(self):
        result = huedrift.reduce(pictures.noise(9, 9).repeat(8, 0).repeat(8, 1), pixel_grid="8")
        self.assertEqual(result.indices.shape, (9, 9))
        self.assertTrue(math.isnan(result.distance()))

    def test_says_what_it_is(self):
        self.assertEqual(repr(self.result), "<huedrift.Result: 64 x 48 pixels, 9 colours>")


class WithoutMemory(unittest.TestCase):
    def test_is_a_memory_error(self):
        script = """
import huedrift, numpy, resource
every = numpy.arange(2**18, dtype=numpy.uint32).view(numpy.uint8).reshape(512, 512, 4)[..., :3]
result = huedrift.reduce(every, radius=0)
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() // 2,) * 2)
for name in "counts", "distances":
    try:
        print(name, getattr(result, name))
    except MemoryError as error:
        print(error)
"""
        # Half of the present use leaves no room for the array, even if threads that end unmap their stacks. Each large block is
        # a mapping of its own, so that none lies free in the heap.
        environment = dict(os.environ, MALLOC_ARENA_MAX="1", MALLOC_MMAP_THRESHOLD_="65536", MALLOC_TRIM_THRESHOLD_="0")
        done = subprocess.run([sys.executable, "-B", "-c", script], env=environment, capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), (2 * "memory ran out\n", ""))


class Process(unittest.TestCase):
    def test_made_by_fork_reduces(self):
        array = pictures.photo()
        expected = huedrift.reduce(array, colors=5)
        with multiprocessing.get_context("fork").Pool(1) as pool:
            numpy.testing.assert_array_equal(pool.map(huedrift.reduce, [expected.pixels])[0].pixels, expected.pixels)


class Picture(unittest.TestCase):
    def test_is_reduced_several_times(self):
        array = pictures.photo()
        picture = huedrift.Picture(array)
        expected = array.copy()
        array[:] = 0
        for settings in {"colors": 5}, {"colors": 9, "dither": "ordered"}, {"look": "poster"}, {"colors": 5}:
            one, other = picture.reduce(**settings), huedrift.reduce(expected, **settings)
            numpy.testing.assert_array_equal(one.palette, other.palette)
            numpy.testing.assert_array_equal(one.indices, other.indices)

    def test_may_end_before_its_result(self):
        result = huedrift.Picture(pictures.photo()).reduce(colors=3)
        gc.collect()
        self.assertEqual(len(result.palette), 3)


class Group(unittest.TestCase):
    def setUp(self):
        self.frames = [pictures.photo(seed=seed) for seed in range(3)]

    def test_has_one_palette(self):
        group = huedrift.Group(colors=7)
        for frame in self.frames:
            self.assertIsNone(group.count(frame))
        self.assertIsNone(group.find())
        results = [group.reduce(frame) for frame in self.frames]
        for result, frame in zip(results, self.frames):
            numpy.testing.assert_array_equal(result.palette, results[0].palette)
            self.assertEqual(result.indices.shape, frame.shape[:2])
        for one, other in zip(results, huedrift.reduce_all(iter(self.frames), colors=7)):
            numpy.testing.assert_array_equal(one.palette, other.palette)
            numpy.testing.assert_array_equal(one.indices, other.indices)

    def test_in_another_order_is_refused(self):
        group = huedrift.Group(colors=7)
        group.count(self.frames[0])
        with self.assertRaises(ValueError):
            group.reduce(self.frames[0])
        group.find()
        with self.assertRaises(ValueError):
            group.count(self.frames[1])
        with self.assertRaises(huedrift.Error) as caught:
            group.reduce(pictures.noise(20, 20))
        self.assertEqual(caught.exception.code, 3)


if __name__ == "__main__":
    unittest.main()
