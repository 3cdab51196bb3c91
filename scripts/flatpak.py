#!/usr/bin/env python3
"""Writes or checks the Flatpak manifest, assets/package/io.github.huedrift.huedrift.json.

usage: scripts/flatpak.py --write | --check | --check-installed

The manifest builds every library that the runtime lacks from Debian 12's source package with Debian's patches: the code
that huedrift is tested with. --write makes the manifest with Debian's versions and checksums; --check compares them with
Debian. Both fetch Debian's index of sources with apt into a temporary folder. --check-installed needs no network: it
compares the versions with the installed packages, and the rest with the text that --write makes. Needs apt and dpkg.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
ID = "io.github.huedrift.huedrift"
MANIFEST = HERE / f"assets/package/{ID}.json"
MIRROR = "https://deb.debian.org/debian"
PERMISSIONS = ["--socket=wayland", "--socket=fallback-x11", "--share=ipc", "--device=dri"]

# Source packages of the libraries in debian-packages.txt that the runtime and its SDK hold.
OF_THE_RUNTIME = {"freetype", "lcms2", "libjpeg-turbo", "libpng1.6", "libsdl2", "libwebp", "libzstd", "tiff",
                  "vulkan-loader", "zlib"}

SHARED = ["-DBUILD_SHARED_LIBS=ON", "-DBUILD_TESTING=OFF"]
BUILD_ONLY = {"cleanup": ["*"]}


def cmake(*options, **more):
    return {"buildsystem": "cmake-ninja", "config-opts": ["-DCMAKE_BUILD_TYPE=Release", *options], **more}


def meson(*options):
    return {"buildsystem": "meson", "config-opts": list(options)}


def commands(*lines, **more):
    return {"buildsystem": "simple", "build-commands": list(lines), **more}


# Debian's source packages, in the order of building, and the build rules of each.
MODULES = {
    "libseccomp": {"config-opts": ["--disable-static"]},
    "onetbb": cmake("-DTBB_TEST=OFF", "-DTBBMALLOC_BUILD=OFF"),
    "highway": cmake(*SHARED, "-DHWY_ENABLE_TESTS=OFF", "-DHWY_ENABLE_EXAMPLES=OFF"),
    "libdeflate": cmake("-DLIBDEFLATE_BUILD_STATIC_LIB=OFF", "-DLIBDEFLATE_BUILD_GZIP=OFF"),
    "minizip": {**commands("autoreconf -fi", "./configure --prefix=/app --disable-static", "make install"),
                "cleanup": ["/bin"]},
    "giflib": commands("make libgif.so libgif.a", "make install-lib install-include PREFIX=/app"),
    "dav1d": meson("-Denable_tools=false", "-Denable_tests=false"),
    "libavif": cmake("-DAVIF_CODEC_DAV1D=ON", "-DAVIF_BUILD_APPS=OFF"),
    "libde265": {"config-opts": ["--disable-static", "--disable-dec265", "--disable-sherlock265"]},
    "libheif": cmake("-DWITH_DAV1D=ON", "-DWITH_LIBDE265=ON", "-DWITH_X265=OFF", "-DWITH_EXAMPLES=OFF",
                     "-DENABLE_PLUGIN_LOADING=OFF"),
    "jpeg-xl": cmake(*SHARED, "-DJPEGXL_FORCE_SYSTEM_BROTLI=ON", "-DJPEGXL_FORCE_SYSTEM_HWY=ON",
                     "-DJPEGXL_FORCE_SYSTEM_LCMS2=ON", "-DJPEGXL_ENABLE_SKCMS=OFF", "-DJPEGXL_ENABLE_SJPEG=OFF",
                     "-DJPEGXL_ENABLE_TOOLS=OFF", "-DJPEGXL_ENABLE_BENCHMARK=OFF", "-DJPEGXL_ENABLE_EXAMPLES=OFF",
                     "-DJPEGXL_ENABLE_MANPAGES=OFF", "-DJPEGXL_ENABLE_DOXYGEN=OFF", "-DJPEGXL_ENABLE_JNI=OFF"),
    "nlohmann-json3": cmake("-DJSON_BuildTests=OFF", **BUILD_ONLY),
    "cli11": cmake("-DCLI11_BUILD_TESTS=OFF", "-DCLI11_BUILD_EXAMPLES=OFF", **BUILD_ONLY),
    "libstb": commands("make PREFIX=/app MULTIARCH=.", "make install PREFIX=/app MULTIARCH=.", **BUILD_ONLY),
    "imgui": commands(
        # huedrift uses no backend for Allegro, GLFW or GLUT.
        "rm backends/imgui_impl_allegro5.* backends/imgui_impl_glfw.* backends/imgui_impl_glut.*",
        "sed -i '/imgui_impl_allegro5\\|imgui_impl_glfw/d' Makefile",
        "make install PREFIX=/app LIBDIR=lib VERSION=1.86", **BUILD_ONLY),
    "libportal": meson("-Dbackends=", "-Dintrospection=false", "-Dvapi=false", "-Ddocs=false", "-Dtests=false"),
    "spirv-headers": cmake("-DSPIRV_HEADERS_SKIP_EXAMPLES=ON", **BUILD_ONLY),
    "spirv-tools": cmake("-DSPIRV-Headers_SOURCE_DIR=/app", "-DSPIRV_SKIP_TESTS=ON", "-DSPIRV_WERROR=OFF", **BUILD_ONLY),
    "glslang": cmake("-DENABLE_CTEST=OFF", "-DENABLE_OPT=ON", **BUILD_ONLY),
    "shaderc": cmake("-Dglslang_SOURCE_DIR=/app/include/glslang", "-DSHADERC_SKIP_TESTS=ON", "-DSHADERC_SKIP_EXAMPLES=ON",
                     **BUILD_ONLY),
    "spirv-cross": cmake("-DSPIRV_CROSS_ENABLE_TESTS=OFF", **BUILD_ONLY),
    # Programs for the clipboard; the sandbox hides the system's.
    "xclip": commands("autoreconf -fi", "./configure --prefix=/app", "make install"),
    "wl-clipboard": meson("-Dzshcompletiondir=no", "-Dfishcompletiondir=no"),
    # The window's typefaces, in the folder where it looks for them.
    "fonts-inter": commands("find . -name 'Inter-*.otf' -exec install -Dm644 -t /app/share/fonts {} +"),
    "fonts-jetbrains-mono": commands("find . -name 'JetBrainsMono-*.ttf' -exec install -Dm644 -t /app/share/fonts {} +"),
}
PATCH = ("! test -f debian/patches/series || sed '/^#/d; /^$/d; s/ .*//' debian/patches/series | "
         "while read -r patch; do patch -p1 <debian/patches/$patch || exit; done")


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def fields_of(paragraph):
    """Reads a paragraph of Debian's index into a dictionary. The continuation lines of a field are part of its value."""
    return {name: value for name, value in re.findall(r"^([A-Za-z0-9-]+):(.*(?:\n .*)*)", paragraph, re.MULTILINE)}


def sources_of_debian():
    """Returns the version of each module and its files, as pairs of address and checksum."""
    with tempfile.TemporaryDirectory() as folder:
        listed = pathlib.Path(folder, "sources.list")
        listed.write_text(f"deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {MIRROR} bookworm main\n")
        options = [f"-oDir::Etc::sourcelist={listed}", "-oDir::Etc::sourceparts=/dev/null",
                   f"-oDir::State::lists={folder}/lists", f"-oDir::Cache={folder}"]
        pathlib.Path(folder, "lists/partial").mkdir(parents=True)
        run("apt-get", *options, "-qq", "update")
        return {name: newest(run("apt-cache", *options, "showsrc", "--only-source", name)) for name in MODULES}


def newest(paragraphs):
    source = None
    for paragraph in paragraphs.split("\n\n"):
        fields = fields_of(paragraph)
        if not fields:
            continue
        version = fields["Version"].strip()
        if source and subprocess.run(["dpkg", "--compare-versions", version, "lt", source["version"]]).returncode == 0:
            continue
        files = re.findall(r"^ ([0-9a-f]{64}) \d+ (\S+\.tar\.\S+)$", fields["Checksums-Sha256"], re.MULTILINE)
        folder = f"{MIRROR}/{fields['Directory'].strip()}"
        source = {"version": version, "files": [(f"{folder}/{file}", checksum) for checksum, file in files
                                                if not file.endswith(".asc")]}
    return source


def module(name, source):
    archives = []
    for url, checksum in source["files"]:
        archive = {"type": "archive", "url": url, "sha256": checksum}
        archives.append(archive if ".orig." in url else {**archive, "dest": "debian"})
    patching = {"type": "shell", "commands": [PATCH]}
    return {"name": name, "x-debian-version": source["version"], **MODULES[name], "sources": [*archives, patching]}


def manifest(sources):
    return {
        "id": ID,
        "runtime": "org.gnome.Platform", # its SDK has rsvg-convert, which draws the icon
        "runtime-version": "48",
        "sdk": "org.gnome.Sdk",
        "command": "huedrift",
        "finish-args": PERMISSIONS,
        "cleanup": ["/include", "/lib/cmake", "/lib/pkgconfig", "/share/cmake", "/share/man", "*.a", "*.la"],
        "modules": [module(name, sources[name]) for name in MODULES] + [{
            "name": "huedrift",
            "buildsystem": "cmake-ninja",
            "config-opts": ["-DCMAKE_BUILD_TYPE=Release", "-DHUEDRIFT_HARDEN=ON", "-DHUEDRIFT_VULKAN=ON", "-DHUEDRIFT_APP=ON",
                            "-DHUEDRIFT_APPSTREAM=1.0"],
            "sources": [{"type": "dir", "path": "../.."}],
            "cleanup": ["/lib/libhuedrift.so*"], # the programs do not use it
        }],
    }


def sources_in(written):
    return {one["name"]: {"version": one["x-debian-version"],
                          "files": [(file["url"], file["sha256"]) for file in one["sources"] if file["type"] == "archive"]}
            for one in written["modules"] if "x-debian-version" in one}


def differences(written, wanted):
    """Returns complaints about the manifest; `wanted` may have newer sources."""
    complaints = [] if written == manifest(wanted) else ["the manifest is not what this script writes; use --write"]
    ours, theirs = sources_in(written), wanted
    complaints += [f"{name}: {ours[name]['version']}, but Debian has {source['version']}"
                   for name, source in theirs.items() if name in ours and ours[name]["version"] != source["version"]]
    return complaints


def installed():
    """Returns [package, source package, source version] for each package of setup.sh that is installed."""
    lines = (HERE / "third_party/debian-packages.txt").read_text().splitlines()
    names = [line for line in lines if re.match(r"(lib.*-dev|zlib1g-dev|nlohmann.*|glslc|spirv-cross|fonts-.*|wl-clip.*|xclip)$", line)]
    shown = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${source:Package} ${source:Version}\n", *names],
                           capture_output=True, text=True).stdout
    return [line.split() for line in shown.splitlines() if len(line.split()) == 3]


def upstream(version):
    return re.sub(r"-[^-]*$", "", version)


def installed_differences(written):
    ours = sources_in(written)
    complaints = differences(written, ours)
    of_tests = {"googletest", "libexif", "libx11"}
    found = installed()
    if not found:
        complaints.append("none of the packages is installed, so nothing can be compared")
    for package, source, version in found:
        if source in OF_THE_RUNTIME | of_tests:
            continue
        if source not in ours:
            complaints.append(f"no module builds {source}, the source of {package}")
        elif upstream(ours[source]["version"]) != upstream(version):
            complaints.append(f"{source}: {ours[source]['version']} in the manifest, {version} installed")
    return complaints


def main():
    if sys.argv[1:] == ["--help"]:
        print(__doc__)
        return 0
    if sys.argv[1:] == ["--write"]:
        MANIFEST.write_text(json.dumps(manifest(sources_of_debian()), indent=2) + "\n")
        return 0
    written = json.loads(MANIFEST.read_text())
    if sys.argv[1:] == ["--check"]:
        complaints = differences(written, sources_of_debian())
    elif sys.argv[1:] == ["--check-installed"]:
        complaints = installed_differences(written)
    else:
        sys.exit(__doc__)
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return 1 if complaints else 0


sys.exit(main())
