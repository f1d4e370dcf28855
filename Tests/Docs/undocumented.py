#!/usr/bin/env python3
"""undocumented.py GRAPH...: prints the public symbols of symbol graphs that have no documentation.

The exit code is 1 if there are any, or if a graph has no symbols. Members that the compiler makes
and requirements of protocols of the standard library have none of their own.
"""
import json
import sys

#: Members that fulfil requirements of the standard library.
INHERITED = {
    "==(_:_:)", "!=(_:_:)", "<(_:_:)", "hash(into:)", "hashValue", "allCases", "AllCases",
    "rawValue", "RawValue", "init(rawValue:)", "description", "encode(to:)", "init(from:)",
    "next()", "makeIterator()", "Element", "ArrayLiteralElement",
}


def main():
    failures = 0
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            symbols = json.load(file)["symbols"]
        missing = [
            ".".join(symbol["pathComponents"]) for symbol in symbols
            if "docComment" not in symbol and symbol["pathComponents"][-1] not in INHERITED]
        for path in sorted(missing):
            print(f"{name}: {path} has no documentation")
        failures += len(missing) + (not symbols)
        print(f"{len(symbols)} public symbols, {len(missing)} without documentation", file=sys.stderr)
    sys.exit(failures > 0)


main()
