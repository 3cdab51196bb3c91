"""Arguments as the library takes them: arrays, and keywords as settings."""
import ctypes
import inspect
import operator
import textwrap
import typing

from . import _interface as c
from ._library import call, library, new


def _in_channels(value):
    """A Pillow image in a mode that numpy reads as grey or RGB: of P and PA it would take the indices for greys, and CMYK for
    RGBA. Other objects stay as they are."""
    if not hasattr(value, "getbands") or not hasattr(value, "mode"):
        return value
    if value.mode in ("L", "LA", "RGB", "RGBA"):
        return value
    if value.mode == "1":
        return value.convert("L")
    if value.mode not in ("P", "PA"):
        raise ValueError(f"a Pillow image must have the mode 1, L, LA, P, PA, RGB or RGBA, not {value.mode}; convert it: "
                         'image.convert("RGBA")')
    has_alpha = value.mode == "PA" or "transparency" in value.info or value.palette.mode == "RGBA"
    return value.convert("RGBA" if has_alpha else "RGB")


def address_of(array):
    return array.__array_interface__["data"][0]


class ArrayImage:
    """The pixels of an array or another object as the library reads them: in the memory of the array if the pixels of a row
    follow one another, else in a copy. `channels` is 0 if the array has no axis for them."""

    def __init__(self, value):
        import numpy

        array = numpy.asarray(_in_channels(value))
        if array.dtype != numpy.uint8:
            raise TypeError(f"the array must have the dtype uint8, not {array.dtype}")
        self.channels = array.shape[2] if array.ndim == 3 else 0
        if array.ndim != 2 and not 1 <= self.channels <= 4:
            raise ValueError("the array must have the shape (height, width) or (height, width, 1 to 4 channels), not "
                             f"{array.shape}")
        height, width = array.shape[:2]
        channels = self.channels or 1
        pixels_follow = (channels == 1 or array.strides[2] == 1) and (width <= 1 or array.strides[1] == channels)
        rows_lie_apart = height <= 1 or abs(array.strides[0]) >= width * channels
        # An array that the library refuses as too large may be a view of little memory.
        if max(height, width) <= 65535 and not (pixels_follow and rows_lie_apart):
            array = numpy.ascontiguousarray(array)
        self.array = array
        form = (c.GREY, c.GREY_ALPHA, c.RGB, c.RGBA)[channels - 1]
        most = 2**32 - 1
        self.image = c.image(form, min(width, most), min(height, most), array.strides[0] if height > 1 else 0, address_of(array))
        self._as_parameter_ = ctypes.byref(self.image)


class Setting(typing.NamedTuple):
    """A keyword of reduce() and Group(). Its kind is number, whole number, flag, name, text or list."""

    keyword: str
    kind: str
    help: str
    syntax: str
    names: typing.Optional[typing.Tuple[str, ...]]
    low: typing.Optional[float]
    high: typing.Optional[float]


Setting.__module__ = "huedrift"


def _read_settings():
    index = 0
    while address := library.setting_at(index):
        row = c.setting.from_address(address)
        kind = {c.NUMBER: "number", c.WHOLE_NUMBER: "whole number", c.FLAG: "flag", c.NAME: "name", c.LIST: "list"}.get(row.kind, "text")
        count = 0
        while row.names and row.names[count]:
            count += 1
        names = tuple(name.decode() for name in row.names[:count]) if row.names else None
        limits = (row.low, row.high) if "number" in kind else (None, None)
        yield row.word, Setting(row.word.decode().replace("-", "_"), kind, row.help.decode(), row.syntax.decode(), names, *limits)
        index += 1


_rows = list(_read_settings())
_words = {setting.keyword: word for word, setting in _rows}
SETTINGS = {setting.keyword: setting for _, setting in _rows}
_MASKS = ("importance", "dither_mask")
_PALETTES = ("to", "output_palette")  # a list of colours is one value, which may be the palette of a result


def _color_code(keyword, channels):
    """"rrggbb" of red, green, blue and perhaps alpha; None for a transparent entry of a palette."""
    is_palette = keyword in _PALETTES
    try:
        numbers = [operator.index(channel) for channel in channels]
    except TypeError:
        numbers = []
    if len(numbers) == 3:
        numbers.append(255)
    if len(numbers) != 4 or not all(0 <= number <= 255 for number in numbers) or not (is_palette or numbers[3] == 255):
        raise ValueError(f"{keyword}: a colour must be 3 numbers from 0 to 255 (red, green, blue), or 4 "
                         + ("with alpha" if is_palette else "of which the last, alpha, is 255"))
    return "{:02x}{:02x}{:02x}".format(*numbers) if numbers[3] > 0 else None


def _is_sequence(value):
    return hasattr(value, "__getitem__") and hasattr(value, "__len__") and not isinstance(value, (str, dict))


def _item_text(keyword, item):
    if isinstance(item, str):
        return item
    if _is_sequence(item):
        return _color_code(keyword, item)
    # A number in a list could be meant as a channel or a code.
    raise TypeError(f"{keyword}: an item must be a str or a colour (red, green, blue), not {type(item).__name__}")


def _text(keyword, kind, value):
    import numpy

    if isinstance(value, (bool, numpy.bool_)):
        return "on" if value else "off"
    if isinstance(value, str):
        return value
    if kind == "list":
        if _is_sequence(value):
            items = [_item_text(keyword, item) for item in value]
            return ",".join(item for item in items if item is not None)  # transparent pixels are not mapped
    elif not _is_sequence(value):
        if hasattr(value, "__index__"):
            return str(operator.index(value))
        if hasattr(value, "__float__"):
            return repr(float(value))
    raise TypeError(f"{keyword} cannot be a {type(value).__name__}")


def _set(settings, keyword, value):
    word, kind = _words[keyword], SETTINGS[keyword].kind
    if keyword in _MASKS and not isinstance(value, str):  # a recipe has its hash
        call(library.set_mask, settings, word, ArrayImage(value))
        return
    text = _text(keyword, kind, value)
    if "\0" in text:
        raise ValueError(f"{keyword} must not have a null character")
    if keyword in _PALETTES and not text:
        raise ValueError(f"{keyword} has no colours; None leaves it out")
    if text or kind != "list":
        call(library.set, settings, word, text.encode())


def settings_of(function, recipe, keywords):
    """Settings of the library. A keyword replaces the setting of the recipe; `function` is the name that exceptions give."""
    settings = new(library.settings_new, library.settings_free)
    if recipe is not None:
        if not isinstance(recipe, str):
            raise TypeError(f"recipe must be a str, not {type(recipe).__name__}")
        call(library.set_recipe, settings, recipe.encode())
    for keyword, value in keywords.items():
        if keyword not in SETTINGS:
            import difflib

            nearest, = difflib.get_close_matches(keyword, SETTINGS, 1, 0)
            raise TypeError(f"{function}() has no keyword argument '{keyword}'; did you mean '{nearest}'?")
        if recipe is not None:
            call(library.set, settings, _words[keyword], None)  # a list would grow
        if value is not None:
            _set(settings, keyword, value)
    return settings


def _values_of(setting):
    """The values that a setting may have: 'name', 'other' or the syntax and range."""
    if setting.kind == "flag":
        return "bool"
    if setting.names:
        return ", ".join(f"'{name}'" for name in setting.names)
    text = ", ".join(filter(None, (setting.kind, setting.syntax)))
    form = {"number": ", {:g} to {:g}", "whole number": ", {:.0f} to {:.0f}"}.get(setting.kind, "")
    return text + form.format(setting.low, setting.high)


def _keyword_help():
    """A paragraph about each keyword."""
    fill = textwrap.TextWrapper(100, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False).fill
    return "".join(f"{one.keyword} : {_values_of(one)}\n{fill(one.help)}\n" for one in SETTINGS.values())


_HELP = {
    "array": """\
array : numpy.ndarray, a Pillow image, or any object that numpy.asarray() converts
    uint8, (height, width), (height, width, 2), (height, width, 3) or (height, width, 4): grey or RGB, with
    alpha, not premultiplied, in sRGB. Any strides; copied only if the pixels of a row do not follow each
    other.
""",
    "progress": """\
progress : callable, optional
    Receives the share that is done, 0 to 1, in the calling thread. An exception that it raises ends the call.
""",
    "keywords": """\
recipe : str, optional
    The settings of an earlier result (Result.recipe). A keyword replaces its setting, and None removes it.
""" + _keyword_help(),
}


def described(text):
    """A docstring with the help of parameters in place of the names in braces."""
    return inspect.cleandoc(text).format_map(_HELP)


def takes_settings(function):
    """Shows the settings as parameters in place of **keywords, and their help in the docstring."""
    *parameters, _ = inspect.signature(function).parameters.values()
    parameters += [inspect.Parameter(keyword, inspect.Parameter.KEYWORD_ONLY, default=None) for keyword in SETTINGS]
    function.__signature__ = inspect.Signature(parameters)
    function.__doc__ = function.__doc__ and described(function.__doc__)
    return function
