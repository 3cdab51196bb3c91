"""Generated pictures, and readers of the files that the tests compare with."""
import struct
import zlib

import numpy


def noise(height, width, channels=3, seed=1):
    return numpy.random.default_rng(seed).integers(0, 256, (height, width, channels), dtype=numpy.uint8)


def photo(height=48, width=64, channels=3, seed=1):
    """Gradients with noise, of as many channels."""
    y, x = numpy.mgrid[0:height, 0:width]
    planes = [255 * x / width, 255 * y / height, 128 + 100 * numpy.sin((x + y) / 9), 40 + 215 * x / width][:channels]
    grain = numpy.random.default_rng(seed).normal(0, 6, (height, width, len(planes)))
    return numpy.clip(numpy.stack(planes, 2) + grain, 0, 255).astype(numpy.uint8)


def drawing(height=48, width=64):
    """Areas of few colours with soft borders."""
    y, x = numpy.mgrid[0:height, 0:width]
    inside = numpy.clip(12.5 - numpy.hypot(x - width / 2, y - height / 2), 0, 1)[..., None]
    ground = numpy.where((x < 20)[..., None], [250, 240, 30], [20, 60, 200])
    return (inside * [220, 30, 40] + (1 - inside) * ground).astype(numpy.uint8)


def pixel_art(cells=12, size=6):
    """Enlarged pixel art whose colours differ a little from pixel to pixel."""
    colors = numpy.array([[20, 20, 40], [230, 60, 60], [60, 200, 90], [240, 230, 120]])
    art = colors[numpy.random.default_rng(5).integers(0, 4, (cells, cells))]
    grown = art.repeat(size, 0).repeat(size, 1)
    return (grown + numpy.random.default_rng(6).integers(-3, 4, grown.shape)).astype(numpy.uint8)


def read_pam(path):
    """RGBA pixels of a PAM file of RGB or RGBA."""
    head, pixels = path.read_bytes().split(b"ENDHDR\n", 1)
    fields = dict(line.split(b" ", 1) for line in head.split(b"\n")[1:] if line)
    shape = [int(fields[name]) for name in (b"HEIGHT", b"WIDTH", b"DEPTH")]
    array = numpy.frombuffer(pixels, numpy.uint8).reshape(shape)
    if shape[2] == 4:
        return array
    return numpy.dstack([array, numpy.full(shape[:2], 255, numpy.uint8)])


def read_indexed_png(path):
    """The palette, (n, 4), and the indices, (height, width), of an indexed PNG that is not interlaced."""
    data = path.read_bytes()
    chunks, at = {}, 8
    while at < len(data):
        length, = struct.unpack(">I", data[at:at + 4])
        kind = data[at + 4:at + 8]
        chunks[kind] = chunks.get(kind, b"") + data[at + 8:at + 8 + length]
        at += length + 12
    width, height, bits, color_type = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert color_type == 3
    colors = numpy.frombuffer(chunks[b"PLTE"], numpy.uint8).reshape(-1, 3)
    palette = numpy.column_stack([colors, numpy.full(len(colors), 255, numpy.uint8)])
    alphas = numpy.frombuffer(chunks.get(b"tRNS", b""), numpy.uint8)
    palette[:len(alphas), 3] = alphas
    stride = (width * bits + 7) // 8
    lines = numpy.frombuffer(zlib.decompress(chunks[b"IDAT"]), numpy.uint8).reshape(height, stride + 1)
    packed = unfiltered(lines)
    every = numpy.unpackbits(packed, axis=1).reshape(height, -1, bits)
    values = every @ (1 << numpy.arange(bits)[::-1])
    return palette, values[:, :width]


def unfiltered(lines):
    """PNG's filters taken back, for a byte a pixel."""
    rows = numpy.zeros((len(lines) + 1, lines.shape[1]), int)  # with a row and a column of 0 before the first
    for y, line in enumerate(lines):
        above, row = rows[y], rows[y + 1]
        for x, value in enumerate(line[1:].tolist(), 1):
            left, up, corner = int(row[x - 1]), int(above[x]), int(above[x - 1])
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda one: abs(guess - one))
            row[x] = (value + [0, left, up, (left + up) // 2, paeth][line[0]]) & 255
    return rows[1:, 1:].astype(numpy.uint8)
