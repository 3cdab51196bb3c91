#!/usr/bin/env bash
# layers_are_read.sh CLI PICTURE: another ZIP and another XML reader than those of the tests find in an OpenRaster
# file what its specification asks for.
set -euo pipefail
cli=$1 picture=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$cli" reduce "$picture" -o out.png --layers out.ora --quiet --engine cpu -r 0.2
python3 - <<'END'
import struct, xml.etree.ElementTree as xml, zipfile

def size(name):
    png = archive.read(name)
    assert png[:8] == b"\x89PNG\r\n\x1a\n", name
    return struct.unpack(">II", png[16:24])

archive = zipfile.ZipFile("out.ora")
assert archive.testzip() is None
first = archive.infolist()[0]
assert first.filename == "mimetype" and first.compress_type == zipfile.ZIP_STORED and not first.extra
assert archive.read("mimetype") == b"image/openraster"
image = xml.fromstring(archive.read("stack.xml"))
width, height = int(image.get("w")), int(image.get("h"))
assert image.tag == "image" and size("mergedimage.png") == (width, height)
assert max(size("Thumbnails/thumbnail.png")) <= 256
layers = image.findall("stack/layer")
assert len(layers) == len(archive.infolist()) - 4
for layer in layers:
    x, y, (w, h) = int(layer.get("x")), int(layer.get("y")), size(layer.get("src"))
    assert 0 <= x <= width - w and 0 <= y <= height - h
END
