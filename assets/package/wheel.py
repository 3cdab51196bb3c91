"""Writes a wheel of a folder with the package huedrift, the libraries in it and licences; its bytes follow from the files.

usage: wheel.py FOLDER VERSION PYTHON PLATFORM OUT [HOMEPAGE]; PYTHON is the oldest version for it, and PLATFORM a tag such as
manylinux_2_36_x86_64. SOURCE_DATE_EPOCH is the date in it.
"""
import ast
import base64
import hashlib
import os
import pathlib
import sys
import time
import zipfile

METADATA = """\
Metadata-Version: 2.1
Name: huedrift
Version: {version}
Summary: {summary}
License: MIT
Requires-Python: >={python}
Requires-Dist: numpy
"""
WHEEL = """\
Wheel-Version: 1.0
Generator: huedrift
Root-Is-Purelib: false
Tag: {tag}
"""


def contents(folder, version, python, tag, homepage):
    """The bytes of each file by its path, the description of the wheel last, as is usual."""
    package = sorted(path for path in folder.glob("huedrift/*"))
    files = {f"huedrift/{path.name}": path.read_bytes() for path in package}
    about = f"huedrift-{version}.dist-info"
    for path in sorted(folder.glob("licences/*")):
        files[f"{about}/licenses/{path.name}"] = path.read_bytes()
    summary = ast.get_docstring(ast.parse(files["huedrift/__init__.py"])).splitlines()[0]
    metadata = METADATA.format(version=version, summary=summary, python=python)
    if homepage:
        metadata += f"Home-page: {homepage}\n"
    files[f"{about}/METADATA"] = metadata.encode()
    files[f"{about}/WHEEL"] = WHEEL.format(tag=tag).encode()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{about}/RECORD"] = (record + f"{about}/RECORD,,\n").encode()
    return files


def main(folder, version, python, platform, out, homepage=""):
    tag = f"py3-none-{platform}"
    date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    with zipfile.ZipFile(pathlib.Path(out, f"huedrift-{version}-{tag}.whl"), "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, data in contents(pathlib.Path(folder), version, python, tag, homepage).items():
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if ".so" in name else 0o100644) << 16
            wheel.writestr(entry, data)


main(*sys.argv[1:])
