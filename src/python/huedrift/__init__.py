"""Reduces the palette of images: the algorithm of huedrift and huedrift-cli on numpy arrays, with the same bytes.

    palette, indices = huedrift.reduce(array, colors=16, dither="diffusion")
"""
import typing

from . import _huedrift
from ._huedrift import Error, Group, Picture, Result, __version__, reduce

__all__ = ["Error", "Group", "Picture", "Result", "Setting", "reduce", "reduce_all", "settings", "__version__"]


class Setting(typing.NamedTuple):
    """A keyword of reduce() and Group(). Its kind is number, whole number, flag, name, text or list."""

    keyword: str
    kind: str
    help: str
    syntax: str
    names: typing.Optional[typing.Tuple[str, ...]]
    low: typing.Optional[float]
    high: typing.Optional[float]


def settings():
    """The settings that exist, in the order of the help of huedrift-cli."""
    return [Setting(*row) for row in _huedrift.settings()]


def reduce_all(arrays, **keywords):
    """Reduce images to one palette, found from all of them; the keywords are those of Group().

    Returns a list of Result. Reads `arrays` twice; a Group needs no two images in memory at a time.
    """
    arrays = list(arrays)
    group = Group(**keywords)
    for array in arrays:
        group.count(array)
    group.find()
    return [group.reduce(array) for array in arrays]
