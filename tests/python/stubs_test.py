"""The type stubs say what the module has, to mypy too."""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import huedrift

package = pathlib.Path(huedrift.__file__).parent
sources = pathlib.Path(__file__).resolve().parents[2] / "src/python"

checked = """
import huedrift
import numpy

array = numpy.zeros((4, 4, 3), numpy.uint8)
palette, indices = huedrift.reduce(array, colors=3, radius="auto", dither=False, pin=["ff0000", (1, 2, 3)], to=None)
result: huedrift.Result = huedrift.Picture(array).reduce(to=palette, progress=print)
error: float = result.error("p95")
group = huedrift.Group(look="flat")
group.count(array)
"""
wrong = """
import huedrift
import numpy

array = numpy.zeros((4, 4, 3), numpy.uint8)
huedrift.reduce(array, colours=3)
huedrift.reduce(array, dither="much")
huedrift.reduce(array, colors=[3])
huedrift.reduce(array, 3)
huedrift.Group(look="nice")
"""


class Stubs(unittest.TestCase):
    def test_are_what_the_build_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "stubs.pyi"
            template = sources / "huedrift/__init__.pyi.in"
            subprocess.run([sys.executable, "-B", sources / "stubs.py", package.parent, template, target], check=True)
            self.assertEqual(target.read_text(), (package / "__init__.pyi").read_text())

    def test_have_each_keyword_four_times(self):
        text = (package / "__init__.pyi").read_text()
        self.assertNotIn("@", text.replace("@property", ""))
        for row in huedrift.settings():
            self.assertEqual(text.count(f" {row.keyword}: typing.Union["), 4, row.keyword)

    def test_are_found_beside_the_marker(self):
        self.assertTrue((package / "py.typed").exists())


@unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
class Mypy(unittest.TestCase):
    def mypy(self, module, *words):
        with tempfile.TemporaryDirectory() as cache:
            environment = dict(os.environ, MYPYPATH=str(package.parent), MYPY_CACHE_DIR=cache)
            return subprocess.run([sys.executable, "-B", "-m", module, *words], capture_output=True, text=True, env=environment,
                                  cwd=cache)

    def test_accepts_right_calls(self):
        done = self.mypy("mypy", "--strict", "-c", checked)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_refuses_wrong_calls(self):
        done = self.mypy("mypy", "--strict", "-c", wrong)
        lines = {int(line) for line in re.findall("^<string>:([0-9]+): error:", done.stdout, re.MULTILINE)}
        self.assertEqual(lines, {6, 7, 8, 9, 10}, done.stdout + done.stderr)

    def test_accepts_the_examples(self):
        for example in sources.glob("examples/*.py"):
            done = self.mypy("mypy", "--strict", str(example))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_finds_the_stubs_and_the_module_alike(self):
        done = self.mypy("mypy.stubtest", "huedrift")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
