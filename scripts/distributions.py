#!/usr/bin/env python3
"""Compares the library versions that the programs of an archive need with the versions in distributions.

usage: scripts/distributions.py ARCHIVE... [--write]

Reads every program and library in the archives (build/package*/huedrift-*.tar.xz). Prints two tables: the symbol versions of
the C and C++ libraries that they need, and the libraries that the archive does not hold. --write puts the tables into
docs/portability.md. The exit code is 1 if a distribution listed here lacks something. Needs readelf and tar.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs/portability.md"

# The newest symbol versions in each distribution, from its glibc and the libstdc++ of its GCC.
DISTRIBUTIONS = {
    "Ubuntu 22.04": {"GLIBC": "2.35", "GLIBCXX": "3.4.30", "CXXABI": "1.3.13", "GCC": "12.0.0"},
    "Debian 12": {"GLIBC": "2.36", "GLIBCXX": "3.4.30", "CXXABI": "1.3.13", "GCC": "12.0.0"},
    "Ubuntu 24.04": {"GLIBC": "2.39", "GLIBCXX": "3.4.33", "CXXABI": "1.3.15", "GCC": "14.0.0"},
    "Fedora 40": {"GLIBC": "2.39", "GLIBCXX": "3.4.33", "CXXABI": "1.3.15", "GCC": "14.0.0"},
    "Fedora 42": {"GLIBC": "2.41", "GLIBCXX": "3.4.34", "CXXABI": "1.3.15", "GCC": "14.0.0"},
    "Debian 13": {"GLIBC": "2.41", "GLIBCXX": "3.4.33", "CXXABI": "1.3.15", "GCC": "14.0.0"},
}
LIBRARIES = {"GLIBC": "C library", "GLIBCXX": "C++ library", "CXXABI": "its ABI", "GCC": "libgcc"}

# Libraries that the archive takes from the system, and the packages that hold them: in Debian and Ubuntu (24.04 adds t64 to
# some names), and in Fedora.
SYSTEM = {
    "ld-linux-x86-64.so.2": ("libc6", "glibc"),
    "ld-linux-aarch64.so.1": ("libc6", "glibc"),
    "libc.so.6": ("libc6", "glibc"),
    "libm.so.6": ("libc6", "glibc"),
    "libgcc_s.so.1": ("libgcc-s1", "libgcc"),
    "libstdc++.so.6": ("libstdc++6", "libstdc++"),
    "libvulkan.so.1": ("libvulkan1", "vulkan-loader"),
    "libdrm.so.2": ("libdrm2", "libdrm"),
    "libgbm.so.1": ("libgbm1", "mesa-libgbm"),
    "libX11.so.6": ("libx11-6", "libX11"),
    "libxcb.so.1": ("libxcb1", "libxcb"),
    "libwayland-client.so.0": ("libwayland-client0", "libwayland-client"),
    "libwayland-cursor.so.0": ("libwayland-cursor0", "libwayland-cursor"),
    "libwayland-egl.so.1": ("libwayland-egl1", "libwayland-egl"),
    "libasound.so.2": ("libasound2", "alsa-lib"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libgobject-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libgio-2.0.so.0": ("libglib2.0-0", "glib2"),
}


def number(version):
    return [int(part) for part in version.split(".")]


def is_elf(file):
    with open(file, "rb") as opened:
        return opened.read(4) == b"\x7fELF"


class Needs:
    """The symbol versions and libraries that all files in an archive need together."""

    def __init__(self, archive):
        self.versions, self.names = {}, {}
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["tar", "--extract", "--directory", folder, "--file", archive], check=True)
            files = [file for file in pathlib.Path(folder).rglob("*") if file.is_file() and is_elf(file)]
            held = {file.name for file in files}
            for file in files:
                self.add(file, held)

    def add(self, file, held):
        said = subprocess.run(["readelf", "--version-info", "--dynamic", "--wide", file], check=True, capture_output=True,
                              text=True).stdout
        needed = said[said.find("Version needs section"):]
        for kind, version in re.findall(r"Name: (GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)", needed):
            self.versions[kind] = max(self.versions.get(kind, "0"), version, key=number)
        for name in re.findall(r"\(NEEDED\).*\[(.*)\]", said):
            if name not in held:
                self.names.setdefault(name, set()).add(file.name)


def lacking(needs):
    for name, versions in DISTRIBUTIONS.items():
        for kind, version in needs.versions.items():
            if number(version) > number(versions[kind]):
                yield f"{name} has {kind}_{versions[kind]}, but {version} is needed"
    for name, users in needs.names.items():
        if name not in SYSTEM:
            yield f"{name}, which {', '.join(sorted(users))} names, is neither in the archive nor among the system's libraries"


def version_lines(all_needs):
    yield "| | " + " | ".join(LIBRARIES.values()) + " |"
    yield "|---" * (len(LIBRARIES) + 1) + "|"
    for archive, needs in all_needs.items():
        yield f"| **needed by** `{archive}` | " + " | ".join(needs.versions.get(kind, "") for kind in LIBRARIES) + " |"
    for name, versions in DISTRIBUTIONS.items():
        yield f"| {name} | " + " | ".join(versions[kind] for kind in LIBRARIES) + " |"


def name_lines(all_needs):
    yield "| library | Debian, Ubuntu | Fedora | named by |"
    yield "|---|---|---|---|"
    users = {}
    for needs in all_needs.values():
        for name, files in needs.names.items():
            users.setdefault(name, set()).update(files)
    for name, (debian, fedora) in SYSTEM.items():
        if name not in users:
            continue
        programs = sorted(file for file in users[name] if file.startswith("huedrift"))
        of = "every program" if len(programs) > 3 else ", ".join(f"`{file}`" for file in programs) or "libraries"
        yield f"| `{name}` | {debian} | {fedora} | {of} |"


def replaced(page, name, lines):
    text = "".join(line + "\n" for line in lines)
    return re.sub(f"(<!-- {name} -->\n).*?(<!-- end -->)", lambda found: found[1] + text + found[2], page, flags=re.DOTALL)


def main():
    archives = [word for word in sys.argv[1:] if word != "--write"]
    if "--help" in archives:
        print(__doc__)
        return 0
    if not archives:
        sys.exit(__doc__)
    all_needs = {pathlib.Path(archive).name.removesuffix(".tar.xz"): Needs(archive) for archive in archives}
    tables = {"versions": list(version_lines(all_needs)), "libraries": list(name_lines(all_needs))}
    for lines in tables.values():
        print(*lines, "", sep="\n")
    if "--write" in sys.argv:
        page = PAGE.read_text()
        for name, lines in tables.items():
            page = replaced(page, name, lines)
        PAGE.write_text(page)
    complaints = [complaint for needs in all_needs.values() for complaint in lacking(needs)]
    print(*complaints, sep="\n", file=sys.stderr, end="\n" if complaints else "")
    return 1 if complaints else 0


sys.exit(main())
