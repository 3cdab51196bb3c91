"""Writes the parts of the package huedrift that follow from the library: its interface for ctypes, and the type stubs.

usage: generate.py HEADER SONAME ROWS SOURCES FOLDER; ROWS is the output of setting_rows, SOURCES has the modules of the package, and
the files are written into FOLDER.
"""
import ast
import pathlib
import re
import sys

TYPES = {"unsigned": "c_uint", "double": "c_double", "size_t": "c_size_t", "ptrdiff_t": "c_ssize_t",
         "uint8_t": "c_uint8", "uint32_t": "c_uint32", "uint64_t": "c_uint64", "char": "c_char", "void": "None",
         "char*": "c_char_p", "char**": "POINTER(c_char_p)", "huedrift_report": "c_void_p"}


def ctype(text):
    """The ctypes type of a type in C. Addresses of anything but text are plain numbers."""
    base = re.sub(r"\bconst\b|\s", "", text)
    return "c_void_p" if base.endswith("*") and base not in TYPES else TYPES[base]


def declared(text):
    """The name, type and length of each variable in a declaration such as "uint32_t width, height" or "char text[9]"."""
    first, *others = text.split(",")
    kind, name, length = re.fullmatch(r"\s*(.*?[\s*])(\w+)\s*(?:\[(\d+)\])?\s*", first, re.DOTALL).groups()
    return [(one.strip(), ctype(kind) + (f" * {length}" if length else "")) for one in (name, *others)]


def interface(header, soname):
    """Constants, structs and functions without their prefix."""
    text = re.sub(r"/\*.*?\*/|^#ifdef __cplusplus.*?^#endif", "", header, flags=re.DOTALL | re.MULTILINE)
    lines = ['"""The interface of the library for ctypes, written by the build from huedrift.h."""', "from ctypes import *", "",
             f'SONAME = "{soname}"', ""]
    for enumeration, items in re.findall(r"typedef enum (\w+) \{(.*?)\}", text, re.DOTALL):
        TYPES[enumeration] = "c_int"
        for number, item in enumerate(re.findall(r"HUEDRIFT_(\w+)(?: = (\w+))?", items)):
            lines.append(f"{item[0]} = {item[1] or number}")
    for name, members in re.findall(r"typedef struct huedrift_(\w+) \{(.*?)\}", text, re.DOTALL):
        fields = [field for member in members.split(";")[:-1] for field in declared(member)]
        fields = ", ".join(f'("{field}", {kind})' for field, kind in fields)
        lines += ["", "", f"class {name}(Structure):", f"    _fields_ = [{fields}]"]
    lines += ["", "", "FUNCTIONS = {"]
    for result, name, parameters in re.findall(r"^(\w[\w\s*]*?)\bhuedrift_(\w+)\(([^)]*)\);", text, re.MULTILINE):
        kinds = [declared(one)[0][1] for one in parameters.split(",") if one != "void"]
        lines.append(f'    "{name}": ({ctype(result)}, [{", ".join(kinds)}]),')
    return "\n".join([*lines, "}", ""])


def annotation(kind, values):
    """The type of a keyword, by the kind of the setting, such as "WHOLE_NUMBER", and its values, such as "auto|N"."""
    words = re.findall(r"(?:^|(?<=\|))[a-z][a-z0-9-]*(?=\||$)", values)
    literals = [repr(word) for word in words] + [str(on) for on, word in ((True, "on"), (False, "off")) if word in words]
    literal = [f"typing.Literal[{', '.join(literals)}]"] if literals else []
    kinds = {
        "FLAG": ["bool"],
        "NAME": literal,
        "NUMBER": ["float", *literal],
        "WHOLE_NUMBER": ["int", *literal],
        "TEXT": ["str"] + (["_Array"] if values == "HASH" else []),
        "LIST": ["_List"],
    }[kind]
    return f"typing.Union[{', '.join([*kinds, 'None'])}]"


class Stubs(ast.NodeTransformer):
    """Leaves the annotated parts of classes and functions, and has the settings in place of **keywords."""

    def __init__(self, keywords):
        self.keywords = keywords

    def visit_FunctionDef(self, function):
        if not function.returns:
            return None
        arguments, ellipsis = function.args, ast.Constant(...)
        arguments.defaults = [ellipsis for _ in arguments.defaults]
        if arguments.kwarg:
            arguments.kwarg = None
            arguments.kwonlyargs += self.keywords
            arguments.kw_defaults += self.keywords
        arguments.kw_defaults = [ellipsis for _ in arguments.kw_defaults]
        decorators = [{"_member": "property", "takes_settings": ""}.get(name := ast.unparse(one), name) for one in function.decorator_list]
        function.decorator_list = [ast.Name(name) for name in decorators if name]
        function.body = [ast.Expr(ellipsis)]
        return function

    def visit_AnnAssign(self, variable):
        variable.value = None
        return variable

    def visit_ClassDef(self, described):
        self.generic_visit(described)
        described.body = [one for one in described.body if isinstance(one, (ast.FunctionDef, ast.AnnAssign))]
        return described


def stubs(sources, keywords):
    nodes = [node for path in sources for node in ast.parse(path.read_text(encoding="utf-8")).body]
    public = next(ast.literal_eval(node.value) for node in nodes if ast.unparse(node).startswith("__all__"))
    transformer = Stubs([ast.arg(word, ast.parse(kind, mode="eval").body) for word, kind in keywords])
    kept = [ast.parse("import typing")]
    for node in nodes:
        if isinstance(node, ast.If):  # typing.TYPE_CHECKING
            kept += node.body
        elif getattr(node, "name", None) in public or ast.unparse(getattr(node, "target", node)) in public:
            kept.append(node)
    return "\n".join(ast.unparse(transformer.visit(node)) for node in kept) + "\n"


def main(header, soname, rows, sources, folder):
    header, sources = pathlib.Path(header).read_text(encoding="utf-8"), pathlib.Path(sources)
    kinds = dict(enumerate(re.findall(r"HUEDRIFT_(\w+),", re.search(r"typedef enum huedrift_kind.*?\}", header, re.DOTALL)[0])))
    settings = [line.split("\t") for line in pathlib.Path(rows).read_text(encoding="utf-8").splitlines()]
    keywords = [(word.replace("-", "_"), annotation(kinds[int(kind)], values)) for word, kind, values in settings]
    written = {"_interface.py": interface(header, soname), "__init__.pyi": stubs(sorted(sources.glob("*.py")), keywords)}
    for name, text in written.items():
        pathlib.Path(folder, name).write_text(text, encoding="utf-8")


main(*sys.argv[1:])
