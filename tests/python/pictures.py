"""Generated pictures, and a reader of those of golden.txt."""
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


def read_pam(path):
    """RGBA pixels of a PAM file of RGB or RGBA."""
    head, pixels = path.read_bytes().split(b"ENDHDR\n", 1)
    fields = dict(line.split(b" ", 1) for line in head.split(b"\n")[1:] if line)
    shape = [int(fields[name]) for name in (b"HEIGHT", b"WIDTH", b"DEPTH")]
    array = numpy.frombuffer(pixels, numpy.uint8).reshape(shape)
    if shape[2] == 4:
        return array
    return numpy.dstack([array, numpy.full(shape[:2], 255, numpy.uint8)])
