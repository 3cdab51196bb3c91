"""Reduces the palette of images: the algorithm of huedrift and huedrift-cli on numpy arrays, with the same bytes.

    palette, indices = huedrift.reduce(array, colors=16, dither="diffusion")
"""
import typing

from . import _huedrift
from ._huedrift import Error, Group, Picture, __version__, reduce

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


def _member(name, text):
    """An attribute of Result, which the library computes at the first access."""

    def get(self):
        members = self.__dict__
        if name not in members:
            members.setdefault(name, getattr(self._library, name)())  # another thread may have been faster
        return members[name]

    return property(get, doc=text)


class Result:
    """A reduced image: a pair of palette and indices, as reduce() returns it.

    Attributes are computed at the first access; a copy and a pickled result have all of them.
    """

    palette = _member("palette", "The colours, uint8 (n, 4), read-only: red, green, blue, alpha.")
    indices = _member("indices", "The entry of each pixel, (height, width): uint8, uint16 or uint32 by the number of entries.")
    pixels = _member("pixels", "The pixels, uint8, with the channels of the image; a grey image that got colours has three.")
    counts = _member("counts", "The number of pixels of each colour, uint64 (n,), read-only.")
    distances = _member("distances", "The mean distance of each colour's pixels in Oklab, float64 (n,), read-only.")
    notes = _member("notes", "Sentences about settings that could not be met or changed nothing.")
    recipe = _member("recipe", "The settings as a text; reduce(array, recipe=...) repeats the result.")
    _measured = _member("_measured", "distance() by each measure.")
    _size = _member("_size", "Width and height in pixels.")

    def __init__(self, library):
        self._library = library

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return (self.palette, self.indices)[index]

    def __iter__(self):
        return iter(self[:])

    def __repr__(self):
        return "<huedrift.Result: {} x {} pixels, {} colours>".format(*self._size, len(self.palette))

    def __getstate__(self):
        members = [name for name, member in vars(Result).items() if isinstance(member, property)]
        return {name: getattr(self, name) for name in members}

    def __setstate__(self, members):
        self.__dict__.update(members)
        for name in "palette", "counts", "distances":
            members[name].flags.writeable = False

    def distance(self, measure="mean"):
        """The distance of the pixels from the image in Oklab, where black and white are 1 apart: the 'mean', 'p95'
        (which 95 % of the pixels do not exceed) or 'max'; NaN if the sizes differ."""
        measures = ("mean", "p95", "max")
        if measure not in measures:
            raise ValueError(f"the measure must be 'mean', 'p95' or 'max', not {measure!r}")
        return self._measured[measures.index(measure)]

    def image(self):
        """A Pillow image of the mode P if there are at most 256 entries (entries=256), else of the mode of `pixels`."""
        from PIL import Image

        if len(self.palette) > 256:
            return Image.fromarray(self.pixels)
        image = Image.fromarray(self.indices)
        mode = "RGB" if (self.palette[:, 3] == 255).all() else "RGBA"
        image.putpalette(self.palette[:, : len(mode)].tobytes(), mode)
        return image


def settings():
    """All settings, in the order of the help of huedrift-cli."""
    return [Setting(*row) for row in _huedrift.settings()]


def reduce_all(arrays, **keywords):
    """Reduce images to one palette, found for all of them; the keywords are those of Group().

    Returns a list of Result. All images are in memory at once; a Group needs only one at a time.
    """
    arrays = list(arrays)
    group = Group(**keywords)
    for array in arrays:
        group.count(array)
    group.find()
    return [group.reduce(array) for array in arrays]
