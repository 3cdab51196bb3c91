"""Reduces the palette of images: the algorithm of huedrift and huedrift-cli on numpy arrays, with the same bytes.

    palette, indices = huedrift.reduce(array, colors=16, dither="diffusion")
"""
from __future__ import annotations

import ctypes
import typing

from . import _interface as c
from ._arguments import SETTINGS, ArrayImage, Setting, address_of, described, settings_of, takes_settings
from ._library import Error, InUse, Owned, call, library, watched

__all__ = ["Error", "Group", "Picture", "Result", "Setting", "quantize", "reduce", "reduce_all", "settings", "__version__"]
__version__: str = library.version().decode()

if typing.TYPE_CHECKING:  # generate.py writes the stubs, from these types and the annotations below
    import numpy
    import numpy.typing

    class _HasArrayInterface(typing.Protocol):
        @property
        def __array_interface__(self) -> dict[str, typing.Any]: ...

    class _PillowImage(typing.Protocol):
        def getbands(self) -> tuple[str, ...]: ...

    _Array = numpy.typing.ArrayLike | _HasArrayInterface | _PillowImage
    _Numbers = numpy.typing.NDArray[numpy.integer[typing.Any]]
    _List = str | typing.Sequence[str | typing.Sequence[int] | _Numbers] | _Numbers
    _Progress = typing.Callable[[float], object]


class _Memory:
    """Keeps an object of the library as long as there is an array of its numbers."""


def _view(owned, address, shape, kind):
    import numpy  # here and elsewhere only when it is needed, as it takes longer than the rest of the package

    memory = _Memory()
    memory.owned = owned
    memory.__array_interface__ = {"version": 3, "data": (address, True), "shape": shape, "typestr": kind}
    return numpy.asarray(memory)


def _member(compute):
    """An attribute of Result, which is computed at the first access."""
    name = compute.__name__

    def get(self):
        members = self.__dict__
        if name not in members:
            members.setdefault(name, compute(self))  # another thread may have been faster
        return members[name]

    return property(get, doc=compute.__doc__)


class Result:
    """A reduced image: a pair of palette and indices, as reduce() returns it.

    Attributes are computed at the first access; a copy and a pickled result have all of them.
    """

    @_member
    def palette(self) -> numpy.typing.NDArray[numpy.uint8]:
        """The colours, uint8 (n, 4), read-only: red, green, blue, alpha."""
        shape = (library.result_entries(self._owned), 4)
        return _view(self._owned, library.result_palette(self._owned), shape, "|u1")

    @_member
    def indices(self) -> numpy.typing.NDArray[typing.Any]:
        """The entry of each pixel, (height, width): uint8, uint16 or uint32 by the number of entries."""
        width, height = self._size
        bytes_of_index = 1 if len(self.palette) <= 2**8 else 2 if len(self.palette) <= 2**16 else 4
        return self._filled(library.result_indices, bytes_of_index, (height, width), f"u{bytes_of_index}")

    @_member
    def pixels(self) -> numpy.typing.NDArray[numpy.uint8]:
        """The pixels, uint8, with the channels of the image; a grey image that got colours has three."""
        channels, (width, height) = self._channels, self._size
        if channels >= 3 or (self.palette[:, :2] != self.palette[:, 1:3]).any():
            channels = 4 if channels in (2, 4) else 3
        shape = (height, width, channels) if channels else (height, width)
        return self._filled(library.result_pixels, {2: c.GREY_ALPHA, 3: c.RGB, 4: c.RGBA}.get(channels, c.GREY), shape, "u1")

    @_member
    def counts(self) -> numpy.typing.NDArray[numpy.uint64]:
        """The number of pixels of each colour, uint64 (n,), read-only."""
        return self._of_entries(library.result_counts, "=u8")

    @_member
    def distances(self) -> numpy.typing.NDArray[numpy.float64]:
        """The mean distance of each colour's pixels in Oklab, float64 (n,), read-only."""
        return self._of_entries(library.result_entry_distances, "=f8")

    @_member
    def notes(self) -> list[str]:
        """Sentences about settings that could not be met or changed nothing."""
        notes = []
        while note := library.result_note(self._owned, len(notes)):
            notes.append(note.decode())
        return notes

    @_member
    def recipe(self) -> str:
        """The settings as a text; reduce(array, recipe=...) repeats the result."""
        return library.result_recipe(self._owned).decode()

    @_member
    def _measured(self):
        """distance() by each measure."""
        return {name: self._distance(measure) for name, measure in _MEASURES.items()}

    @_member
    def _size(self):
        """Width and height in pixels."""
        return library.result_width(self._owned), library.result_height(self._owned)

    def _computed(self, function):
        width, height = self._size
        # For few pixels it would take longer to wake another thread.
        return watched(function) if width * height > 2**17 else call(function, None)

    def _filled(self, function, form, shape, kind):
        import numpy

        array = numpy.empty(shape, kind)
        self._computed(lambda *ends: function(self._owned, form, address_of(array), 0, *ends))
        return array

    def _of_entries(self, function, kind):
        address = self._computed(lambda *ends: function(self._owned, *ends))
        return _view(self._owned, address, (len(self.palette),), kind)

    def _distance(self, measure):
        distance = ctypes.c_double()
        self._computed(lambda *ends: library.result_distance(self._owned, measure, ctypes.byref(distance), *ends))
        return distance.value

    def __len__(self) -> int:
        return 2

    @typing.overload
    def __getitem__(self, index: typing.SupportsIndex) -> numpy.typing.NDArray[typing.Any]: ...
    @typing.overload
    def __getitem__(self, index: slice) -> tuple[numpy.typing.NDArray[typing.Any], ...]: ...
    def __getitem__(self, index):
        return (self.palette, self.indices)[index]

    def __iter__(self) -> typing.Iterator[numpy.typing.NDArray[typing.Any]]:
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

    def distance(self, measure: typing.Literal["mean", "p95", "max"] = "mean") -> float:
        """The distance of the pixels from the image in Oklab, where black and white are 1 apart: the 'mean', 'p95'
        (which 95 % of the pixels do not exceed) or 'max'; NaN if the sizes differ."""
        if measure not in _MEASURES:
            raise ValueError(f"the measure must be 'mean', 'p95' or 'max', not {measure!r}")
        return self._measured[measure]

    def image(self) -> typing.Any:
        """A Pillow image of the mode P if there are at most 256 entries (entries=256), else of the mode of `pixels`."""
        from PIL import Image

        if len(self.palette) > 256:
            return Image.fromarray(self.pixels)
        image = Image.fromarray(self.indices)
        mode = "RGB" if (self.palette[:, 3] == 255).all() else "RGBA"
        image.putpalette(self.palette[:, : len(mode)].tobytes(), mode)
        return image


_MEASURES = {"mean": c.MEAN, "p95": c.PERCENTILE_95, "max": c.LARGEST}


def _result(function, picture, progress, in_use):
    """The result that function(job, failure) of the library makes of a picture."""
    result = Result.__new__(Result)
    result._owned = watched(lambda *ends: Owned(function(*ends), library.result_free), progress, in_use)
    result._channels = picture._channels
    return result


class Picture:
    """A copy of an image, to reduce several times: each reduction begins at the first stage that its settings change."""

    def __init__(self, array: _Array) -> None:
        image = ArrayImage(array)
        self._channels = image.channels
        self._in_use = InUse()
        self._owned = Owned(call(library.picture_new, image), library.picture_free)

    @takes_settings
    def reduce(self, *, recipe: str | None = None, progress: _Progress | None = None, **keywords) -> Result:
        """Reduce the palette, as huedrift.reduce() does with the same keywords."""
        settings = settings_of("reduce", recipe, keywords)
        return _result(lambda *ends: library.reduce(self._owned, settings, *ends), self, progress, self._in_use)


@takes_settings
def reduce(array: _Array, *, recipe: str | None = None, progress: _Progress | None = None, **keywords) -> Result:
    """Reduce the palette of an image, on all cores; the same bytes as huedrift-cli reduce.

    Without keywords it uses the look that suits the image. The result unpacks as palette, indices.

    Parameters
    ----------
    {array}{progress}{keywords}
    Returns
    -------
    Result

    Raises
    ------
    ValueError, TypeError
        for a wrong argument.
    Error
        if the library could not carry out the call.
    """
    return Picture(array).reduce(recipe=recipe, progress=progress, **keywords)


class Group:
    """Images that share a palette: count() all of them, find() the palette, reduce() each.

    Parameters
    ----------
    {keywords}"""

    @takes_settings
    def __init__(self, *, recipe: str | None = None, **keywords) -> None:
        settings = settings_of("Group", recipe, keywords)
        self._is_found = False
        self._in_use = InUse()
        self._owned = Owned(call(library.group_new, settings), library.group_free)

    def count(self, array: _Array, *, progress: _Progress | None = None) -> None:
        """Count the colours of an image. The group does not keep it."""
        picture = Picture(array)
        watched(lambda *ends: library.group_count(self._owned, picture._owned, *ends), progress, self._in_use)

    def find(self, *, progress: _Progress | None = None) -> None:
        """Find the palette of all counted images."""
        watched(lambda *ends: library.group_find(self._owned, *ends), progress, self._in_use)
        self._is_found = True

    def reduce(self, array: _Array, *, progress: _Progress | None = None) -> Result:
        """Reduce a counted image to the palette found, which is the same in all results."""
        picture = Picture(array)
        in_use = picture._in_use if self._is_found else self._in_use  # any number of threads may read the palette found
        return _result(lambda *ends: library.group_reduce(self._owned, picture._owned, *ends), picture, progress, in_use)


Group.__doc__ = described(Group.__doc__)


def settings() -> list[Setting]:
    """All settings, in the order of the help of huedrift-cli."""
    return list(SETTINGS.values())


def reduce_all(arrays: typing.Iterable[_Array], *, recipe: str | None = None, **keywords) -> list[Result]:
    """Reduce images to one palette, found for all of them; the keywords are those of Group().

    Returns a list of Result. All images are in memory at once; a Group needs only one at a time.
    """
    arrays = list(arrays)
    group = Group(recipe=recipe, **keywords)
    for array in arrays:
        group.count(array)
    group.find()
    return [group.reduce(array) for array in arrays]


def quantize(image: _Array, colors: int = 256, method: int | None = None, kmeans: int = 0, palette: typing.Any = None,
             dither: int = 3) -> typing.Any:
    """A Pillow image of the mode P, with the arguments of PIL.Image.Image.quantize().

    Parameters
    ----------
    image : a Pillow image, or what reduce() takes
    colors : int
        The most entries of the palette, 1 to 256, also of pairs of colour and alpha.
    method, kmeans
        Change nothing.
    palette : a Pillow image of the mode P, optional
        The image gets its palette, with the same indices; `colors` does not count then.
    dither : PIL.Image.Dither
        NONE, ORDERED or FLOYDSTEINBERG: diffusion where it shows. Pillow itself dithers with `palette` only.
    """
    dithers = {0: "off", 1: "ordered", 3: "diffusion"}
    if dither not in dithers:
        raise ValueError(f"dither must be Dither.NONE, ORDERED or FLOYDSTEINBERG, not {dither!r}")
    if palette is None:
        return reduce(image, colors=colors, entries=colors, dither=dithers[dither]).image()
    if palette.mode != "P":
        raise ValueError(f"the palette must be a Pillow image of the mode P, not {palette.mode}")
    import numpy
    from PIL import Image

    given = numpy.array(palette.getpalette(), numpy.uint8).reshape(-1, 3)
    result = reduce(image, to=given, directly=True, dither=dithers[dither])
    if (result.palette[:, 3] < 255).any():
        raise ValueError('an image with transparent pixels has no such palette; convert it: image.convert("RGB")')
    index_of = {tuple(color): index for index, color in reversed(list(enumerate(given.tolist())))}
    index_of_entry = numpy.array([index_of[tuple(color)] for color in result.palette[:, :3].tolist()], numpy.uint8)
    quantized = Image.fromarray(index_of_entry[result.indices])
    quantized.putpalette(given.tobytes())
    return quantized
