"""Ctrl-C ends a long reduction, and the computation of a result's members."""
import _thread
import operator
import os
import signal
import subprocess
import sys
import threading
import unittest

import huedrift
import numpy
import pictures

# Each reduction would take minutes; the line says that it has begun.
begin = """
import huedrift, signal, sys, threading
sys.path.insert(0, sys.argv[1])
import pictures
settings = dict(radius=0.1, refine="off")
def report(share):
    print("begun", flush=True)
"""
in_reduce = "huedrift.reduce(pictures.noise(700, 700), progress=report, **settings)"
in_group = """
group = huedrift.Group(**settings)
group.count(pictures.noise(700, 700))
group.find(progress=report)
"""
while_another_thread_has_the_picture = """
picture = huedrift.Picture(pictures.noise(700, 700))
begun = threading.Event()
def other(share):
    begun.set()
threading.Thread(target=picture.reduce, kwargs=dict(settings, progress=other), daemon=True).start()
begun.wait()
print("begun", flush=True)
picture.reduce(**settings)
"""
in_reduce_with_a_handler = """
def handler(number, frame):
    raise SystemExit(7)
signal.signal(signal.SIGINT, handler)
huedrift.reduce(pictures.noise(700, 700), progress=report, **settings)
"""
in_reduce_with_a_handler_that_reduces = """
array, palettes = pictures.photo(), []
expected = huedrift.reduce(array, colors=5).palette.tolist()
def handler(number, frame):
    palettes.append(huedrift.reduce(array, colors=5).palette.tolist())
    raise SystemExit(7 if palettes == [expected] else 8)
signal.signal(signal.SIGINT, handler)
huedrift.reduce(pictures.noise(700, 700), progress=report, **settings)
"""
at_the_end_of_the_program = """
def other():
    huedrift.reduce(pictures.noise(700, 700), progress=report, **settings)
threading.Thread(target=other, daemon=True).start()
sys.stdin.read()
"""


class Interrupt(unittest.TestCase):
    def ended(self, script):
        """The exit status and the last line of a Python program that is interrupted in a reduction."""
        folder = os.path.dirname(os.path.abspath(__file__))
        with subprocess.Popen([sys.executable, "-B", "-c", begin + script, folder], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
            try:
                self.assertEqual(child.stdout.readline(), "begun\n")
                if script is at_the_end_of_the_program:
                    child.stdin.close()
                else:
                    child.send_signal(signal.SIGINT)
                child.wait(120)
                return child.returncode, (child.stderr.read().strip().split("\n") or [""])[-1]
            finally:
                child.kill()

    def test_ends_calls(self):
        for script in in_reduce, in_group, while_another_thread_has_the_picture:
            with self.subTest(script=script):
                self.assertEqual(self.ended(script), (-signal.SIGINT, "KeyboardInterrupt"))

    def test_calls_a_handler_of_the_program(self):
        for script in in_reduce_with_a_handler, in_reduce_with_a_handler_that_reduces:
            self.assertEqual(self.ended(script), (7, ""))

    def test_a_thread_in_a_call_does_not_keep_the_program_from_ending(self):
        self.assertEqual(self.ended(at_the_end_of_the_program), (0, ""))

    def interrupts(self, read, result):
        """Whether another thread runs while the first of two reads computes, and ends it with KeyboardInterrupt."""
        is_over = []
        begin = threading.Event()

        def interrupt():
            begin.wait()
            if not is_over:
                _thread.interrupt_main()

        other = threading.Thread(target=interrupt)
        other.start()
        results = iter([result, result])
        try:
            begin.set()
            list(map(read, results))  # no line of Python lies between the reads, where the exception could be raised
            is_over.append(True)
        except KeyboardInterrupt:
            pass
        other.join()
        read(result)  # again
        return len(list(results)) == 1

    def test_ends_the_computation_of_members(self):
        picture = huedrift.Picture(numpy.tile(pictures.drawing(), (20, 20, 1)))
        settings = dict(colors=3, look="photo")  # another look would make a pixel of each cell
        picture.reduce(**settings)
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1000)  # another thread runs only where this one lets it
        for read in (operator.attrgetter("counts"), operator.attrgetter("distances"), operator.attrgetter("indices"),
                     operator.attrgetter("pixels"), operator.methodcaller("distance", "p95")):
            with self.subTest(read=read):
                # A computation may be too short for the other thread to begin.
                self.assertTrue(any(self.interrupts(read, picture.reduce(**settings)) for _ in range(100)))


if __name__ == "__main__":
    unittest.main()
