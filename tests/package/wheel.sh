#!/usr/bin/env bash
# Run by in_chroot.sh in a clean Debian with Python, numpy and Pillow: as a user without rights, installs the wheel by pip in a virtual
# environment, reduces the sample to the same pixels as huedrift-cli, and uninstalls it. Nothing else of huedrift is installed.
set -euo pipefail
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp/home "$@"; }
install -d -o 65534 /tmp/home /tmp/results
cd /tmp/results
as_user python3 -m venv --system-site-packages env
as_user env/bin/pip install --quiet --no-index /given/huedrift-*.whl
as_user env/bin/pip check
as_user env/bin/python -W error -c '
import importlib.metadata, pathlib
import huedrift
from PIL import Image
before, after = (Image.open(f"/given/{name}.png").convert("RGBA") for name in ("sample", "expected"))
assert huedrift.reduce(before).pixels.tobytes() == after.tobytes()
assert huedrift.quantize(before, 6).mode == "P"
assert importlib.metadata.version("huedrift") == huedrift.__version__
assert (pathlib.Path(huedrift.__file__).parent / "libhuedrift.so.1").is_file()'
as_user env/bin/pip uninstall --quiet --yes huedrift
if compgen -G "env/lib/python3*/site-packages/huedrift*"; then exit 1; fi
