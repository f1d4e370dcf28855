#!/usr/bin/env python3
"""code-blocks.py FOLDER FILE...: writes the Swift code of articles and of documentation to a folder,
so that a compiler reads all of it.

An article (.md) is one program: its blocks, fenced as ```swift, follow one another. A block in a
comment of a source file, indented after an empty line, is a function of its own; the names below
may be used there without being declared.
"""
import os
import re
import sys

GIVEN = ("gun: Automaton, pattern: Pattern, census: Census, "
         "show: @escaping (Int) -> Void")


def fenced(text):
    """The blocks of an article."""
    return re.findall(r"^```swift\n(.*?)^```", text, re.S | re.M)


def indented(text):
    """The blocks of documentation comments."""
    blocks, block, was_empty = [], [], False
    for line in text.splitlines() + [""]:
        is_code = re.match(r"\s*///     \S|\s*///       ", line) and (block or was_empty)
        if is_code:
            block.append(re.sub(r"^\s*///     ", "", line))
        elif block:
            blocks.append("\n".join(block) + "\n")
            block = []
        was_empty = bool(re.match(r"\s*///\s*$", line))
    return blocks


def function(number, path, block):
    """A function with a block of documentation."""
    lines = [line for line in block.splitlines() if not line.startswith("import ")]
    body = "\n".join("  " + line for line in lines).rstrip()
    return f"// {path}\nfunc block{number}({GIVEN}) async throws {{\n{body}\n}}\n"


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    functions, articles = [], 0

    def write(name, code):
        with open(os.path.join(folder, name + ".swift"), "w", encoding="utf-8") as file:
            file.write(code)

    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if not path.endswith(".md"):
            functions += [
                function(len(functions) + index, path, block)
                for index, block in enumerate(indented(text))
            ]
        elif fenced(text):
            write(os.path.basename(path)[:-3], "\n".join(fenced(text)))
            articles += 1
    if not functions or not articles:
        sys.exit("code-blocks.py: no block was found")
    write("documentation", "import Foundation\nimport Life\n\n" + "\n".join(functions))
    print(f"{articles} articles, {len(functions)} blocks of documentation", file=sys.stderr)


if __name__ == "__main__":
    main()
