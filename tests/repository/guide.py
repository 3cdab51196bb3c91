"""guide.py GUIDE CLAIMS TESTS: each sentence of the guide is in the list of claims, in the same order, with tests that exist."""

import pathlib
import re
import sys


def sentences(guide):
    """The headings and sentences of a Markdown text; pictures are none."""
    for paragraph in re.split(r"\n\s*\n", guide):
        # Behind a colon or semicolon something of its own may be claimed.
        for part in re.split(r"(?<=[.;:?]) +(?=[A-Z*`&(])|(?<=[.;]) +", " ".join(paragraph.split())):
            if part and not part.startswith("!["):
                yield part


def claims(text):
    """Each beginning of a sentence with what shows it."""
    found = []
    _, _, text = text.partition("\n\n")  # behind what says how to read it
    for line in filter(None, text.splitlines()):
        if line.startswith("#"):
            found.append((line, None))
        elif line.startswith("    "):
            found[-1][1].extend(line.split())
        else:
            beginning, _, shown = line.partition(" |")
            found.append((beginning, [shown.strip()] if shown.strip() else []))
    return found


def tests_in(folder):
    names = set()
    for file in folder.rglob("*.cpp"):
        for suite, name in re.findall(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", file.read_text(), re.MULTILINE):
            names.add(f"{suite}.{name}")
    for script in folder.rglob("*.sh"):
        names.add(f"{script.parent.name}.{script.stem}")
    return names


def main(guide, listed, folder):
    wrong = []
    known = tests_in(folder)
    listed = claims(listed.read_text())
    at = 0
    for sentence in sentences(guide.read_text()):
        if at == len(listed) or not sentence.startswith(listed[at][0]):
            wrong.append(f"the guide says, but the list does not: {sentence}")
            # Go on behind it, if it was added, or at the same one, if one was changed.
            later = [i for i in range(at, len(listed)) if sentence.startswith(listed[i][0])]
            if not later:
                continue
            at = later[0]
        beginning, shown = listed[at]
        at += 1
        if shown is None:
            suite = "Guide" + "".join(word.capitalize() for word in beginning.lstrip("# ").split())
            if not any(name.startswith(suite + ".") for name in known):
                wrong.append(f"there are no tests {suite}.*")
        elif not shown:
            wrong.append(f"nothing shows: {beginning}")
        elif shown[0] != "-" and not shown[0].startswith("none: "):
            wrong += [f"there is no test {name}" for name in shown if name not in known]
    wrong += [f"the list says, but the guide does not: {beginning}" for beginning, _ in listed[at:]]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*(pathlib.Path(argument) for argument in sys.argv[1:])))
