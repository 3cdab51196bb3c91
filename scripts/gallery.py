#!/usr/bin/env python3
"""Reduces pictures of every kind by default, as a user's first command does, and makes a page with each beside its source.

usage: scripts/gallery.py [--most N] [--options "..."] [--command CLI] FOLDER KIND=PICTURE|FOLDER...

    scripts/gallery.py /tmp/gallery photographs=~/Pictures logos=~/logos "screen shots=~/Pictures/Screenshots"

Writes FOLDER/index.html and its pictures, of each kind the first N in the order of their names (20). A page for the eye: look at
it before a release, and after a change of the definition or of a look. Needs build/release/bin/huedrift-cli.
"""
import argparse
import concurrent.futures
import html
import json
import os
import pathlib
import shlex
import subprocess
import sys

CLI = pathlib.Path(__file__).resolve().parent.parent / "build/release/bin/huedrift-cli"

READ = {".png", ".apng", ".jpg", ".jpeg", ".bmp", ".webp", ".ppm", ".pam", ".qoi", ".tif", ".tiff", ".gif", ".avif", ".heic", ".jxl",
        ".tga"}

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>huedrift: sources and results</title>
<style>
body {{ background: #202124; color: #e8e8ea; font: 15px sans-serif; margin: 24px }}
figure {{ margin: 0 0 28px }}
figcaption {{ margin-bottom: 6px }}
.pair {{ display: grid; grid-template-columns: 1fr 1fr; gap: 6px }}
.pair img {{ width: 100%; max-height: 90vh; object-fit: contain; background: repeating-conic-gradient(#666 0 25%, #999 0 50%) 0 0 / 16px 16px }}
.small img {{ image-rendering: pixelated }}
.failed {{ color: #ffb454 }}
</style>
{body}
</html>
"""


def pictures_of(path, most):
    """The first pictures of a folder, or the one file."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        sys.exit(f"gallery: {path} is neither a file nor a folder")
    files = [file for file in sorted(path.rglob("*")) if file.suffix.lower() in READ]
    return files[:most]


def reduce(options, picture, stem):
    """Writes the source and the result as PNG; returns the report of the reduction, or its error as a string."""
    def run(*arguments):
        return subprocess.run([options.command, "reduce", picture, *arguments, "--force", "--quiet"], capture_output=True,
                              text=True)

    # The source in a format of browsers: without drift every colour stays.
    source = run("-o", f"{stem}-source.png", "--look", "published", "-r", "0")
    if source.returncode != 0:
        return source.stderr.strip()
    result = run("-o", f"{stem}-result.png", "--json", *options.options)
    return json.loads(result.stdout)["results"][0] if result.returncode == 0 else result.stderr.strip()


def caption(report, stem):
    size = os.path.getsize(f"{stem}-result.png")
    look = report["look"] or "no look"
    return (f"{look}, {report['output_colors']:,} of {report['source_colors']:,} colours, {size:,} bytes, "
            f"mean error {report['difference']['oklab']['mean']:.4f}")


def figure(kind, picture, stem, report):
    name = html.escape(f"{kind}: {picture.name}")
    if isinstance(report, str):
        return f'<figure><figcaption>{name}: <span class="failed">{html.escape(report)}</span></figcaption></figure>'
    is_small = report["width"] < 200
    images = "".join(f'<a href="{stem.name}-{part}.png"><img loading="lazy" src="{stem.name}-{part}.png"></a>'
                     for part in ("source", "result"))
    return (f"<figure><figcaption>{name}: {html.escape(caption(report, stem))}</figcaption>"
            f'<div class="pair{" small" if is_small else ""}">{images}</div></figure>')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("kinds", nargs="+", metavar="KIND=PICTURE|FOLDER")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="pictures of a kind (20)")
    parser.add_argument("--options", type=shlex.split, default=[], help="of the reductions (none)")
    parser.add_argument("--command", default=str(CLI), help="huedrift-cli")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    jobs = []
    for argument in options.kinds:
        kind, equals, path = argument.partition("=")
        if not equals:
            parser.error(f"{argument} has no KIND=")
        for number, picture in enumerate(pictures_of(pathlib.Path(path).expanduser(), options.most), 1):
            jobs.append((kind, picture, options.folder / f"{kind.replace(' ', '-')}-{number}"))
    # A reduction uses all cores by itself; two fill the gaps of each other.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(lambda job: reduce(options, job[1], job[2]), jobs))
    body, last = [], None
    for (kind, picture, stem), report in zip(jobs, reports):
        if kind != last:
            body.append(f"<h2>{html.escape(kind)}</h2>")
            last = kind
        body.append(figure(kind, picture, stem, report))
    page = options.folder / "index.html"
    page.write_text(PAGE.format(body="\n".join(body)))
    failed = sum(isinstance(report, str) for report in reports)
    print(f"{page}: {len(jobs)} pictures" + (f", {failed} failed" if failed else ""))


if __name__ == "__main__":
    main()
