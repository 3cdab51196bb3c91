"""Several threads reduce at once, and the others run meanwhile."""
import concurrent.futures
import threading
import unittest

import huedrift
import numpy
import pictures


class Threads(unittest.TestCase):
    def test_share_a_picture_and_its_results(self):
        picture = huedrift.Picture(pictures.photo())
        expected = picture.reduce(colors=6)

        def again(_):
            return picture.reduce(colors=6).indices

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for indices in pool.map(again, range(24)):
                numpy.testing.assert_array_equal(indices, expected.indices)
            result = picture.reduce(colors=7)
            for indices in pool.map(lambda _: result.indices, range(24)):
                self.assertIs(indices, result.indices)

    def test_that_do_something_else_run_meanwhile(self):
        # The reduction would take minutes. It ends because the main thread runs while it goes on.
        ended = threading.Event()

        def report(share):
            if ended.is_set():
                raise InterruptedError

        def reduce():
            with self.assertRaises(InterruptedError):
                huedrift.reduce(pictures.noise(700, 700), radius=0.1, refine="off", progress=report)
            return True

        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            future = pool.submit(reduce)
            for _ in range(100_000):
                self.assertFalse(future.done())
            ended.set()
            self.assertTrue(future.result())

    def test_that_ask_for_progress_get_it_themselves(self):
        calls = []
        huedrift.reduce(pictures.noise(60, 60), radius=0.05,
                        progress=lambda share: calls.append((share, threading.get_ident())))
        shares = [share for share, _ in calls]
        self.assertEqual(shares, sorted(shares))
        self.assertEqual(shares[-1], 1)
        self.assertEqual({thread for _, thread in calls}, {threading.get_ident()})

    def test_may_reduce_in_progress(self):
        # The outer reduction would take minutes, so it still runs.
        array = pictures.photo()
        expected = huedrift.reduce(array, colors=5)
        made = []

        def report(share):
            made.append(huedrift.reduce(array, colors=5))
            made.append(huedrift.reduce(array, colors=5, progress=lambda share: made.append(made[0].counts)))
            raise InterruptedError

        with self.assertRaises(InterruptedError):
            huedrift.reduce(pictures.noise(700, 700), radius=0.1, refine="off", progress=report)
        numpy.testing.assert_array_equal(made[0].pixels, expected.pixels)
        numpy.testing.assert_array_equal(made[1], expected.counts)
        numpy.testing.assert_array_equal(made[-1].pixels, expected.pixels)

    def test_are_refused_an_object_that_they_use_already(self):
        picture = huedrift.Picture(pictures.noise(700, 700))
        with self.assertRaisesRegex(RuntimeError, "in use by a call of this thread"):
            picture.reduce(radius=0.1, refine="off", progress=lambda share: picture.reduce(colors=3))
        group = huedrift.Group(radius=0.1, refine="off")
        group.count(pictures.noise(700, 700))
        with self.assertRaisesRegex(RuntimeError, "in use by a call of this thread"):
            group.find(progress=lambda share: group.find())
        self.assertEqual(len(picture.reduce(colors=3, radius=0).palette), 3)

    def test_whose_progress_raises_end_with_that(self):
        def fail(share):
            raise LookupError("enough")

        picture = huedrift.Picture(pictures.noise(700, 700))
        with self.assertRaisesRegex(LookupError, "enough"):
            picture.reduce(radius=0.1, refine="off", progress=fail)
        self.assertEqual(len(picture.reduce(colors=3, radius=0).palette), 3)
        with self.assertRaises(TypeError):
            picture.reduce(colors=3, progress=3)


if __name__ == "__main__":
    unittest.main()
