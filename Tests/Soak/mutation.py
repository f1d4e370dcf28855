#!/usr/bin/env python3
"""Mutation testing: changes the sources at one place at a time and runs the tests.

    mutation.py [--seed N] [--count N] [--jobs N] [--brief] [--again] [--only N,N…] [--folder FOLDER]

A mutant changes an operator, the bound of a range, a constant, a condition or a statement. All
mutants are inserted into one copy of the project, each behind a switch that the environment
variable LIFE_MUTANT selects, so that the tests are built once. Mutants that do not compile are
dropped. The tests then run for each mutant until the first failure: the fast ones of its own layer,
those of the other layers, and then all tests. A crash, or a run of four times the usual time, is a
failure, too. The modules of the ordinary tests must exist (`make mutation` builds them). --brief
runs only the fast tests of the mutant's own layer. --again rebuilds the tests and runs them for the
survivors only.

Reports the result of each mutant, how many of them the fast tests found, and prints the number of
survivors. A survivor either has the same
behavior as the original, or a test is missing.
"""
import argparse, collections, concurrent.futures, glob, json, os, random, re, resource, selectors
import shutil, signal, subprocess, sys, tempfile, threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TESTS = {"LifeCore": "LifeCoreTests", "LifeIO": "LifeIOTests", "LifeFormats": "LifeFormatsTests",
         "LifeEngines": "LifeEnginesTests", "LifeAnalysis": "LifeAnalysisTests",
         "LifeRender": "LifeRenderTests", "LifeTerminal": "LifeTerminalTests",
         "LifeRun": "LifeRunTests", "LifeReport": "LifeRunTests", "LifePlayer": "LifePlayerTests",
         "LifeArguments": "CommandTests", "LifeCommand": "CommandTests"}
# The kernels have no room for a switch; benchmarks have no result to check.
LEFT_OUT = re.compile(r"Bench|LifeKernels")
# Limits of a process, because a mutant may allocate or write without end.
MEMORY, FILE = 12 << 30, 8 << 30

# An operator: its replacement, its precedence group, and its signature.
COMPARISON = ("Comparison", "<T: Comparable>(a: T, b: T) -> Bool")
EQUATION = ("Comparison", "<T: Equatable>(a: T, b: T) -> Bool")
SUM = ("Addition", "<T: AdditiveArithmetic>(a: T, b: T) -> T")
PRODUCT = ("Multiplication", "<T: BinaryInteger>(a: T, b: T) -> T")
UNION = ("Addition", "<T: BinaryInteger>(a: T, b: T) -> T")
WRAPPED = ("Addition", "<T: FixedWidthInteger>(a: T, b: T) -> T")
SHIFT = ("BitwiseShift", "<T: BinaryInteger, S: BinaryInteger>(a: T, b: S) -> T")
MASKED = ("BitwiseShift", "<T: FixedWidthInteger>(a: T, b: T) -> T")
GROWTH = ("Assignment", "<T: AdditiveArithmetic>(a: inout T, b: T)")
BITS = ("Assignment", "<T: BinaryInteger>(a: inout T, b: T)")
LOGIC = "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"
OPERATORS = {
    "<": ("<=", COMPARISON), "<=": ("<", COMPARISON), ">": (">=", COMPARISON),
    ">=": (">", COMPARISON), "==": ("!=", EQUATION), "!=": ("==", EQUATION),
    "+": ("-", SUM), "-": ("+", SUM), "*": ("+", PRODUCT), "/": ("*", PRODUCT),
    "%": ("/", PRODUCT), "&": ("|", PRODUCT), "|": ("&", UNION), "^": ("|", UNION),
    "&+": ("&-", WRAPPED), "&-": ("&+", WRAPPED), "<<": (">>", SHIFT), ">>": ("<<", SHIFT),
    "&<<": ("&>>", MASKED), "&>>": ("&<<", MASKED), "+=": ("-=", GROWTH), "-=": ("+=", GROWTH),
    "|=": ("&=", BITS), "&=": ("|=", BITS),
    "&&": ("||", ("LogicalConjunction", LOGIC)), "||": ("&&", ("LogicalDisjunction", LOGIC)),
}
RANGES = {"..<": "Range", "...": "ClosedRange"}
WORDS = ("return throw let var if guard for while switch case default func init super break "
         "continue defer repeat do else catch import private package static public internal "
         "override mutating final struct enum extension class protocol precondition assert "
         "assertionFailure self.init typealias yield").split()


# MARK: - Places to change

def bare(text):
    """The lines of a source, with blanks in place of comments and string contents."""
    out, at = [], 0
    for match in re.finditer(r'//[^\n]*|#*"""(?:.|\n)*?"""|/\*(?:.|\n)*?\*/', text):
        out += [text[at:match.start()], re.sub(r"[^\n]", " ", match[0])]
        at = match.end()
    lines = "".join(out + [text[at:]]).split("\n")
    return [without_strings(line) for line in lines]


def without_strings(line):
    """A line with blank strings, including their interpolations."""
    out, at, inside = [], 0, False
    while at < len(line):
        character = line[at]
        if inside and line.startswith("\\(", at):
            # An interpolation is part of the string; it may hold another.
            end, depth = at + 2, 1
            while end < len(line) and depth:
                depth += {"(": 1, ")": -1}.get(line[end], 0)
                end += 1
            out.append("_" * (end - at))
            at = end
            continue
        if inside and character == "\\":
            out.append("__")
            at += 2
            continue
        if character == '"':
            inside = not inside
        out.append("_" if inside or character == '"' else character)
        at += 1
    return "".join(out)


def clauses(text):
    """The parts of a condition, with their places."""
    depth = start = 0
    for at, character in enumerate(text + ","):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            part = text[start:at]
            yield start + len(part) - len(part.lstrip()), at
            start = at + 1


def is_balanced(text):
    return all(text.count(a) == text.count(b) for a, b in ["()", "[]", "{}"])


def places(lines, number):
    """The possible changes of a line: kind, start and end column."""
    line = lines[number]
    if re.match(r"\s*(@|import|#|infix|package import|internal import)", line):
        return
    for match in re.finditer(r"(?<!func )(?<= )(\S+)(?= )", line):
        if match[1] in OPERATORS:
            yield "operator", match.start(), match.end()
    for match in re.finditer(r"(?<=[\w)\]])(\.\.<|\.\.\.)(?=[\w(])", line):
        yield "bound", match.start(), match.end()
    if not re.match(r"\s*case ", line):
        for match in re.finditer(r"(?<![\w.$#])\d[\d_]*(?![\w.])", line):
            yield "constant", match.start(), match.end()
    match = (re.match(r"\s*(?:\} else )?if ([^{]*?) \{", line)
             or re.match(r"\s*(?:guard|where) ([^{]*?) else \{", line)
             or re.match(r"\s*for .* where ([^{]*?) \{", line))
    if match and is_balanced(match[1]):
        for start, end in clauses(match[1]):
            part = match[1][start:end]
            if not re.match(r"(let|var|case|#|unsafe let)\b", part):
                yield "condition", match.start(1) + start, match.start(1) + end
    if is_statement(lines, number):
        yield "statement", len(line) - len(line.lstrip()), len(line.rstrip())


def is_statement(lines, number):
    """Whether a line is a complete call or assignment."""
    line = lines[number].strip()
    if not re.match(r"(unsafe |try )*[a-z_][\w.\[\]?!]*(\(.*\)| [-+*|&^]?= .+)$", line):
        return False
    if not is_balanced(line) or re.match(r"[\w.]+", line)[0] in WORDS:
        return False
    before = next((x.strip() for x in reversed(lines[:number]) if x.strip()), "")
    after = next((x.strip() for x in lines[number + 1:] if x.strip()), "")
    return (re.search(r"[{})\]\w_?!]$|\bin$", before) is not None
            and not re.match(r"[.?:+*/&|,)\]{-]|else", after))


def candidates():
    """All places by kind: file, line, start, end."""
    found = collections.defaultdict(list)
    for path in sorted(glob.glob(os.path.join(ROOT, "Sources/*/**/*.swift"), recursive=True)):
        name = os.path.relpath(path, ROOT)
        if LEFT_OUT.search(name) or name.split("/")[1] not in TESTS:
            continue
        lines = bare(open(path).read())
        for number in range(len(lines)):
            for kind, start, end in places(lines, number):
                found[kind].append((name, number, start, end))
    return found


# MARK: - Mutants

class Mutant:
    """One change of the sources, which LIFE_MUTANT selects by its number."""

    PLACE = ["number", "kind", "name", "line", "start", "end"]

    def __init__(self, number, kind, name, line, start, end):
        self.number, self.kind, self.name, self.line = number, kind, name, line
        self.start, self.end = start, end
        self.layer = name.split("/")[1]
        self.text, self.declaration, self.verdict = None, "", None

    def __str__(self):
        return "%d %s:%d %s: %s\n    %s" % (self.number, self.name, self.line + 1, self.kind,
                                           self.text, self.verdict or "SURVIVES")

    def insert(self, lines, source):
        """Changes the line, and stores the declaration that the change needs."""
        line = lines[self.line]
        old = line[self.start:self.end]
        if self.kind in ("operator", "bound"):
            self.becomes, self.declaration = self.operator(old)
            new = self.mark
        elif self.kind == "constant":
            value = int(old.replace("_", ""))
            self.becomes = str(1 if value == 0 else value + source.choice([-1, 1]))
            new = "(isMutated(%d) ? %s : %s)" % (self.number, self.becomes, old)
        elif self.kind == "condition":
            self.becomes = "!(%s)" % old
            new = "isMutated(%d) != (%s)" % (self.number, old)
        else:
            self.becomes = "nothing"
            new = "if !isMutated(%d) { %s }" % (self.number, old)
        self.text = "%s: %s -> %s" % (line.strip(), old, self.becomes)
        lines[self.line] = line[:self.start] + new + line[self.end:]

    @property
    def mark(self):
        """An operator of its own, spelled with box-drawing characters for the mutant's number."""
        return "\u229e" + "".join(chr(0x2500 + int(digit)) for digit in str(self.number))

    def operator(self, old):
        if old in RANGES:
            becomes, precedence = "one less at the end", "RangeFormation"
            signature = "(a: Int, b: Int) -> %s<Int>" % RANGES[old]
            body = "a%s(isMutated(%d) ? Swift.max(a, b - 1) : b)" % (old, self.number)
        else:
            becomes, (precedence, signature) = OPERATORS[old]
            form = "try a %s b()" if signature == LOGIC else "a %s b"
            body = "isMutated(%d) ? (%s) : (%s)" % (self.number, form % becomes, form % old)
        return becomes, "infix operator %s: %sPrecedence\n@inline(__always) func %s %s { %s }\n" % (
            self.mark, precedence, self.mark, signature, body)


class Copy:
    """The copy of the project with all mutants that compile."""

    def __init__(self, folder, seed):
        self.folder, self.seed, self.mutants = folder, seed, []
        self.memory = os.path.join(folder, "mutants.json")

    def save(self):
        with open(self.memory, "w") as file:
            json.dump([vars(mutant) for mutant in self.mutants], file)

    def load(self):
        """Reads the mutants and the results of the previous run."""
        for known in json.load(open(self.memory)):
            mutant = Mutant(*(known[name] for name in Mutant.PLACE))
            vars(mutant).update(known)
            self.mutants.append(mutant)

    def update(self, *names):
        """Copies files and folders of the project as they are now."""
        for name in names:
            target = os.path.join(self.folder, name)
            if os.path.isdir(target):
                shutil.rmtree(target)
            path = os.path.join(ROOT, name)
            if os.path.isdir(path):
                shutil.copytree(path, target, symlinks=True)
            else:
                shutil.copy(path, target)

    def update_all(self):
        os.makedirs(self.folder, exist_ok=True)
        self.update(*(name for name in os.listdir(ROOT) if name not in (".git", ".build")))
        manifest = os.path.join(self.folder, "Package.swift")
        text = open(manifest).read()
        # Switches within a line would violate strict memory safety and cause warnings.
        text = re.sub(r"\n *\.(strictMemorySafety|treatAllWarnings)\(.*\),", "", text)
        with open(manifest, "w") as file:
            file.write(text)

    def insert(self):
        """Writes the sources with all mutants, and the switch into each layer."""
        self.update("Sources")
        for name in sorted({mutant.name for mutant in self.mutants}):
            path = os.path.join(self.folder, name)
            lines = open(path).read().split("\n")
            for mutant in self.mutants:
                if mutant.name == name:
                    mutant.insert(lines, random.Random(self.seed * 10_000 + mutant.number))
            with open(path, "w") as file:
                file.write("\n".join(lines))
        for layer in TESTS:
            with open(os.path.join(self.folder, "Sources", layer, "Mutated.swift"), "w") as file:
                file.write("internal import Glibc\n"
                           "let selectedMutant = getenv(\"LIFE_MUTANT\").flatMap"
                           " { Int(String(cString: $0)) } ?? 0\n@inline(__always)"
                           " func isMutated(_ n: Int) -> Bool { selectedMutant == n }\n")
                file.writelines(m.declaration for m in self.mutants if m.layer == layer)

    def drop(self, output):
        """Drops the mutants at the compiler's errors; returns their number."""
        dropped = set()
        for name, line in re.findall(r"(Sources/\S+?\.swift):(\d+):\d+: error:", output):
            # An error at the end of a function is caused by a mutant above it.
            near = [m for m in self.mutants if m.name == name]
            before = [m for m in near if m.line < int(line)]
            dropped.update(sorted(before, key=lambda m: m.line)[-1:] or near[:1])
        self.mutants[:] = [mutant for mutant in self.mutants if mutant not in dropped]
        return len(dropped)

    def check(self):
        """Drops mutants until every layer compiles against the original other layers."""
        modules = glob.glob(os.path.join(ROOT, ".build/*/release/Modules"))[0]
        manifest = open(os.path.join(ROOT, ".build/release.yaml")).read()
        package = re.search(r'"-package-name","(\w+)"', manifest)[1]
        command = ["swiftc", "-emit-sil", "-Onone", "-o", os.devnull, "-swift-version", "6",
                   "-enable-upcoming-feature", "ExistentialAny",
                   "-enable-upcoming-feature", "InternalImportsByDefault",
                   "-enable-upcoming-feature", "MemberImportVisibility",
                   "-enable-experimental-feature", "Lifetimes", "-enable-testing",
                   "-parse-as-library", "-wmo", "-package-name", package, "-I", modules]
        for name in ("CCPU", "CZlib"):
            command += ["-Xcc", "-fmodule-map-file=%s/Sources/%s/module.modulemap" % (ROOT, name)]
        command += ["-Xcc", "-fmodule-map-file=%s/.build/release/CPatterns.build/module.modulemap"
                    % ROOT, "-Xcc", "-I%s/Sources/CPatterns/include" % ROOT]
        layers = set(TESTS)
        while layers:
            self.insert()
            for layer in sorted(layers):
                files = glob.glob("Sources/%s/**/*.swift" % layer, root_dir=self.folder,
                                  recursive=True)
                files += glob.glob("%s/.build/release/%s.build/DerivedSources/*.swift"
                                   % (ROOT, layer))
                done = subprocess.run(command + ["-module-name", layer] + files, cwd=self.folder,
                                      capture_output=True, text=True)
                if done.returncode == 0:
                    layers.remove(layer)
                elif not self.drop(done.stderr):
                    raise SystemExit(done.stderr)
            report("%d mutants compile so far" % len(self.mutants))

    def build(self):
        """Builds the tests."""
        while True:
            done = subprocess.run(
                ["swift", "build", "-c", "release", "--build-tests"], cwd=self.folder,
                capture_output=True, text=True)
            if done.returncode == 0:
                return self.save()
            if not self.drop(done.stdout + done.stderr):
                raise SystemExit(done.stdout + done.stderr)
            self.insert()


# MARK: - Running the tests

def end(session):
    """Kills the remaining processes of a run, including commands that its tests started."""
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.getsid(int(name)) == session:
                os.kill(int(name), signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


class Suite:
    """The tests of the copy."""

    def __init__(self, folder):
        self.bundle = glob.glob(os.path.join(folder, ".build/release/*.xctest"))[0]
        self.folder, self.usual, self.lock = folder, {}, threading.Lock()

    def confine(self):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def run(self, target, number, effort):
        """The first failure, or None."""
        scratch = tempfile.mkdtemp(dir=self.folder)
        environment = dict(os.environ, LIFE_MUTANT=str(number), LIFE_LAWS=effort,
                           SWIFT_BACKTRACE="enable=no", NO_COLOR="1", TMPDIR=scratch)
        started = time.monotonic()
        usual = self.usual.get((target, effort))
        deadline = started + (max(30, 4 * usual) if usual else 900)
        process = subprocess.Popen(
            [self.bundle, "--testing-library", "swift-testing", "--filter", r"^%s\." % target],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=self.confine)
        verdict = self.watch(process, deadline)
        end(process.pid)
        process.wait()
        shutil.rmtree(scratch, ignore_errors=True)
        if usual is None:
            self.usual[(target, effort)] = time.monotonic() - started
        return verdict

    def watch(self, process, deadline):
        """Reads the output of the tests until one fails or all have ended."""
        rest = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                if not selector.select(max(0, deadline - time.monotonic())):
                    return "takes too long"
                data = os.read(process.stdout.fileno(), 1 << 16)
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    if re.search(rb"recorded an issue|\xe2\x9c\x98", line):
                        return line.decode(errors="replace")[:100]
                if not data:
                    status = process.wait()
                    return None if status == 0 else "ends with %d" % status

    def measure(self, target, effort):
        """Measures the time of the tests without a mutant; they must pass."""
        with self.lock:
            while (target, effort) not in self.usual:
                verdict = self.run(target, 0, effort)
                report("%s (%s): %.1f s" % (target, effort, self.usual[(target, effort)]))
                if verdict:
                    # A machine under load may exceed a time limit: try again.
                    report("%s fails without a mutant: %s" % (target, verdict))
                    del self.usual[(target, effort)]

    def verdict(self, mutant, is_brief):
        """The first failure: the tests of the own layer first, those of the engines last."""
        own = TESTS[mutant.layer]
        targets = sorted(set(TESTS.values()), key=lambda target: (
            target != own, target == "LifeEnginesTests"))
        stages = [(own, "fast")] if is_brief else [
            (target, effort) for effort in ("fast", "all") for target in targets]
        for target, effort in stages:
            self.measure(target, effort)
            verdict = self.run(target, mutant.number, effort)
            if verdict:
                return "%s (%s): %s" % (target, effort, verdict)
        return None


def report(text):
    print(text, file=sys.stderr, flush=True)


def chosen(seed, count):
    """Random places, the same number of each kind, in proportion to the size of the layers."""
    source = random.Random(seed)
    found = candidates()
    for kind in found:
        source.shuffle(found[kind])
    taken, mutants = set(), []
    while len(mutants) < count:
        for kind in sorted(found):
            place = found[kind].pop()
            # One mutant per line: the columns of a second one would have moved.
            if place[:2] not in taken:
                taken.add(place[:2])
                mutants.append(Mutant(len(mutants) + 1, kind, *place))
    return sorted(mutants[:count], key=lambda mutant: mutant.number)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--folder", default=os.path.join(ROOT, ".build/mutation"))
    arguments = parser.parse_args()
    copy = Copy(os.path.abspath(arguments.folder), arguments.seed)
    if arguments.again:
        copy.load()
        copy.update("Tests")
    else:
        copy.mutants = chosen(arguments.seed, arguments.count)
        copy.update_all()
        copy.check()
    copy.build()
    suite = Suite(copy.folder)
    only = arguments.only.split(",") if arguments.only else None
    todo = [mutant for mutant in copy.mutants
            if not (arguments.again and mutant.verdict or only and str(mutant.number) not in only)]

    def test(mutant):
        mutant.verdict = suite.verdict(mutant, arguments.brief)
        with suite.lock:
            report(str(mutant))
            copy.save()

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(test, todo))
    survivors = [mutant for mutant in copy.mutants if mutant.verdict is None]
    fast = sum("(fast)" in (mutant.verdict or "") for mutant in copy.mutants)
    report("%d of %d mutants survived; the fast tests found %d"
           % (len(survivors), len(copy.mutants), fast))
    print(len(survivors))


if __name__ == "__main__":
    main()
