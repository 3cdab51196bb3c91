"""Writes the type stubs of the package huedrift, with the keywords that its module has.

usage: stubs.py FOLDER TEMPLATE OUTPUT; the package is in FOLDER.
"""
import pathlib
import re
import sys


def type_of(setting):
    words = [*(setting.names or re.findall(r"(?:^|(?<=\|))[a-z][a-z0-9-]*(?=\||$)", setting.syntax))]
    literals = [repr(word) for word in words] + [str(on) for on, word in ((True, "on"), (False, "off")) if word in words]
    literal = f"typing.Literal[{', '.join(literals)}]" if literals else None
    kinds = {
        "flag": ["bool"],
        "name": [literal],
        "number": ["float", literal],
        "whole number": ["int", literal],
        "text": ["str"] + (["_Array"] if setting.syntax == "HASH" else []),
        "list": ["_List"],
    }[setting.kind]
    return f"typing.Union[{', '.join([kind for kind in kinds if kind] + ['None'])}]"


def main(folder, template, output):
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    import huedrift

    def keywords(match):
        return "\n".join(f"{match[1]}{one.keyword}: {type_of(one)} = ...," for one in huedrift.settings())

    text = pathlib.Path(template).read_text(encoding="utf-8")
    text = re.sub(r"^( *)@KEYWORDS@$", keywords, text, flags=re.MULTILINE)
    pathlib.Path(output).write_text(text, encoding="utf-8")


main(*sys.argv[1:])
