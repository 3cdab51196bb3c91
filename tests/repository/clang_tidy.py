#!/usr/bin/env python3
"""Runs clang-tidy over the sources below a folder, except those that passed before with the same text, headers, options
and tool: a check takes some 2 seconds of CPU time a file, most of it for the headers.

usage: clang_tidy.py CLANG_TIDY BUILD_FOLDER SOURCE_FOLDER JOBS

With HUEDRIFT_LINT_BASE, a commit, only sources that changed since, and those that include a changed header. Where that
concerns four or more of the sources that were compiled together (CMake's unity build), these are checked together, in a
quarter of the time. All others are checked one by one, which also shows that each includes what it needs.

The build folder must have been built by Ninja, whose log says which headers each source includes. What passed is kept as
empty files in $XDG_CACHE_HOME/huedrift/clang-tidy, named by the hash of all of that.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


@functools.cache
def digest(path):
    try:
        return hashlib.sha256(pathlib.Path(path).read_bytes()).digest()
    except OSError:
        return b"missing"


def headers_of_objects(build):
    """What each object was compiled from, as absolute paths."""
    lists, current = {}, []
    log = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    for line in log.splitlines():
        if line.startswith("    "):
            current.append(os.path.join(build, line.strip()))
        elif ": #deps" in line:
            lists[line.split(": #deps")[0]] = current = []
    return lists


def sources_of(entry, headers, build):
    """Of a precompiled header only its name is listed, so what that was compiled from is added."""
    found = headers.get(re.search(r" -o (\S+)", entry["command"])[1], [])
    precompiled = [os.path.relpath(path, build) + ".pch" for path in found if path.endswith("/cmake_pch.hxx")]
    return found + [path for header in precompiled for path in headers.get(header, [])]


worth_checking_together = 4 # sources


def separate(entry):
    """The compile commands of the sources that a unity build includes in one file."""
    if not re.search(r"/Unity/unity_\d+_cxx\.cxx$", entry["file"]):
        return [entry]
    command = entry["command"].replace(" -Wno-shadow", "") # which is for names of different sources
    included = re.findall(r'^#include "(.+)"$', pathlib.Path(entry["file"]).read_text(), re.MULTILINE)
    return [entry | {"file": source, "command": command.replace(entry["file"], source)} for source in included]


def changed_since(base, root):
    """The predicate that a source, or a header it includes, has changed since the commit; without one all have."""
    if not base:
        return lambda source: True
    listed = subprocess.run(["git", "-C", root, "diff", "--name-only", base], check=True, capture_output=True, text=True)
    changed = {str(root / name) for name in listed.stdout.splitlines()}
    headers = {name.split("/src/")[-1] for name in changed if name.endswith(".h")}

    def has_changed(source):
        included = re.findall(r'^#include "(.+)"$', pathlib.Path(source).read_text(), re.MULTILINE)
        return source in changed or not headers.isdisjoint(included)
    return has_changed


def entries_to_check(compiled, folder, base, root):
    """The compile commands to check, the number of sources that these cover, and that of all sources."""
    has_changed = changed_since(base, root)
    entries, covered, total = [], 0, 0
    for together in compiled:
        found = [entry for entry in separate(together) if entry["file"].startswith(folder + os.sep)]
        changed = [entry for entry in found if has_changed(entry["file"])]
        covered += len(changed)
        total += len(found)
        entries += [together] if base and len(changed) >= worth_checking_together else changed
    return entries, covered, total


def main():
    tool, build, folder, jobs = sys.argv[1:]
    build = os.path.abspath(build)
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "huedrift", "clang-tidy")
    cache.mkdir(parents=True, exist_ok=True)
    source_root = pathlib.Path(__file__).resolve().parents[2]
    common = [subprocess.run([tool, "--version"], check=True, capture_output=True).stdout,
              (source_root / ".clang-tidy").read_bytes()]
    headers = headers_of_objects(build)

    def check(database, entry):
        key = hashlib.sha256(b"\0".join(common + [entry["command"].replace(str(source_root), ".").encode()]))
        for path in sorted(set(sources_of(entry, headers, build))):
            key.update(digest(path))
        passed = cache / key.hexdigest()
        if passed.exists():
            return None
        result = subprocess.run([tool, "-quiet", "-p", database, entry["file"]], capture_output=True, text=True)
        if result.returncode == 0:
            passed.touch()
        return result

    compiled = json.loads(pathlib.Path(build, "compile_commands.json").read_text())
    base = os.environ.get("HUEDRIFT_LINT_BASE")
    entries, covered, total = entries_to_check(compiled, os.path.abspath(folder), base, source_root)
    with tempfile.TemporaryDirectory() as database:
        pathlib.Path(database, "compile_commands.json").write_text(json.dumps(entries))
        with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
            results = [result for result in pool.map(functools.partial(check, database), entries) if result]
    failures = [result for result in results if result.returncode != 0]
    for result in failures:
        print(result.stdout + result.stderr)
    print(f"{covered} of {total} files in {len(entries)} checks, {len(results)} made now, {len(failures)} with findings")
    sys.exit(1 if failures or not total else 0)


main()
