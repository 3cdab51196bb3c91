"""The type stubs describe the module, to mypy too."""
import ctypes
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import huedrift

package = pathlib.Path(huedrift.__file__).parent
sources = pathlib.Path(__file__).resolve().parents[2] / "src/python"

checked = """
import typing

import huedrift
import numpy
import numpy.typing

array = numpy.zeros((4, 4, 3), numpy.uint8)
palette, indices = huedrift.reduce(array, colors=3, radius="auto", dither=False, pin=["ff0000", (1, 2, 3)], to=None)
result: huedrift.Result = huedrift.Picture(array).reduce(to=palette, progress=print)
distance: float = result.distance("p95")
first: numpy.typing.NDArray[typing.Any] = result[0]
group = huedrift.Group(look="flat")
group.count(array)
"""
before_documented = """
import huedrift
import numpy
import numpy.typing

array = numpy.zeros((4, 4, 3), numpy.uint8)
files = ["frame.png"]

def read(file: str) -> numpy.typing.NDArray[numpy.uint8]:
    return array
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
    def test_interface_has_every_function_of_the_library(self):
        from huedrift import _interface

        exported = re.findall("huedrift_([a-z_]+);", (sources.parents[1] / "src/library/huedrift.map").read_text())
        self.assertEqual(sorted(_interface.FUNCTIONS), sorted(exported))
        self.assertEqual(ctypes.sizeof(_interface.failure), 512)

    def test_have_each_keyword_four_times(self):
        text = (package / "__init__.pyi").read_text()
        self.assertNotIn("@KEYWORDS@", text)
        for row in huedrift.settings():
            self.assertEqual(text.count(f" {row.keyword}: typing.Union["), 4, row.keyword)

    def test_are_found_beside_the_marker(self):
        self.assertTrue((package / "py.typed").exists())


@unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
class Mypy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()  # holds the cache of mypy
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        # Without the modules behind the package, which have no stubs.
        cls.stubs = cls.folder / "stubs"
        shutil.copytree(package, cls.stubs / "huedrift", ignore=shutil.ignore_patterns("*.py", "*.so*", "__pycache__"))

    def mypy(self, *words, module="mypy"):
        environment = dict(os.environ, MYPYPATH=str(self.stubs), MYPY_CACHE_DIR=str(self.folder / "cache"))
        command = [sys.executable, "-B", "-m", module, *words]
        return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=self.folder)

    def test_accepts_right_calls_and_the_examples(self):
        (self.folder / "checked.py").write_text(checked)
        documented = re.findall("```python\n(.*?)```", (sources.parents[1] / "docs/library.md").read_text(), re.DOTALL)
        self.assertGreater(len(documented), 4)
        (self.folder / "documented.py").write_text("\n".join([before_documented, *documented]))
        done = self.mypy("--strict", "checked.py", "documented.py", *map(str, sources.glob("examples/*.py")))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_refuses_wrong_calls(self):
        done = self.mypy("--strict", "-c", wrong)
        lines = {int(line) for line in re.findall("^<string>:([0-9]+): error:", done.stdout, re.MULTILINE)}
        self.assertEqual(lines, {6, 7, 8, 9, 10}, done.stdout + done.stderr)

    def test_finds_the_stubs_and_the_module_alike(self):
        done = self.mypy("huedrift", module="mypy.stubtest")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
