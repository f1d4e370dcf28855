#!/usr/bin/env python3
"""Makes each system call of a command fail, one call per run, and checks the outcome.

    fail-calls.py PROGRAM [--brief] [--only TEXT]

strace (package strace) makes the calls fail. Each command runs in a folder of its own: first without
a fault, then once per system call and error code. A run must
not end by a signal or hang. A file with a final name must be complete, a temporary file that stays
must be named in a message, and an incomplete result needs an exit code and a message. EINTR must
change nothing. If a checkpoint exists, the run is resumed without a fault before its files are
checked. Prints the number of runs that failed.
"""
import argparse, os, re, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECKPOINT = "run.life"
COMMANDS = """
run gun.rle -n 100 -o out.rle
run gun.rle -n 100 -o out.mc
run gun.rle -n 100 -o out.rle.gz
run gun.rle -n 100 --engine hashlife -o out.mc
run gun.rle -n 100 --engine bitmap --universe T200 -o out.mcl
run gun.rle -n 100 --threads 3 --engine bitmap --universe T512 -o out.rle
run gun.rle -n 100 -o old.rle
run gun.rle -n 100 -o link.rle
run gun.rle -n 100 --to rle
run gun.rle -n 100 -o out.png
run gun.rle -n 20 --every 5 -o out.gif
run gun.rle -n 20 --every 5 -o out.y4m
run gun.rle -n 20 --every 5 -o out.apng
run gun.rle -n 20 -o out.svg
run gun.rle -n 9 --every 3 -o out-%d.png
run gun.rle -n 9 --every 3 -o out-{generation}.rle
run gun.rle -n 20 --every 5 -o out.csv
run gun.rle -n 20 --every 5 --to ndjson
run gun.rle -n 20 --engine tiles --json --digest
run gun.rle old.rle -n 20 --out-dir folder
run wire.rle -n 20 -o out.rle
convert gun.rle out.cells
convert gun.rle out.mc.gz
convert gun.rle out.rle --no-clobber
convert gun.rle.gz out.lif
convert two.zip/gun.rle out.rle
convert two.zip --split --out-dir folder
convert gun.rle old.rle --out-dir folder
convert old.png out.rle
paste gun.rle old.rle --at 50,50 -o out.rle
diff gun.rle old.rle
show gun.rle
info gun.rle --json
info two.zip --split
formats
help
run gun.rle -n 100 -o out.rle --checkpoint run.life
run gun.rle -n 20 --every 5 -o out.gif --checkpoint run.life
""".strip().splitlines()
#: The calls that fail, in groups that are counted together in each thread.
CALLS = """openat,open read,pread64 write,pwrite64,writev close fsync,fdatasync
rename,renameat,renameat2 mkdir,mkdirat unlink,unlinkat ftruncate chdir pipe,pipe2 clone3,clone,vfork
mmap fcntl flock stat,lstat,fstat,newfstatat,statx getdents64 access,faccessat,faccessat2
link,linkat,symlink,symlinkat""".split()
#: Calls that never return EINTR.
UNINTERRUPTED = ("mmap", "clone3", "fcntl")
#: The standard library reads the arguments from /proc and cannot be interrupted there.
START = "cannot read the command line"
BRIEF = [0, 1, 6, 9, 10, 11, 14, 23, 27]
#: The patterns of the input folder.
GUN = "x = 36, y = 9, rule = B3/S23\n24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo" \
      "3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!\n"
WIRE = "x = 8, y = 3, rule = WireWorld\n.6C$C6.BA$.6C!\n"


def fill(folder, program):
    """Creates the inputs of the commands in a folder."""
    def put(name, text):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    put("gun.rle", GUN)
    put("old.rle", "x = 3, y = 3\nbo$2bo$3o!\n")
    put("wire.rle", WIRE)
    os.symlink("old.rle", os.path.join(folder, "link.rle"))
    os.mkdir(os.path.join(folder, "folder"))
    for line in ["gzip -nk gun.rle", "%s convert gun.rle old.png" % program]:
        subprocess.run(line.split(), cwd=folder, check=True)
    import zipfile
    with zipfile.ZipFile(os.path.join(folder, "two.zip"), "w") as archive:
        for name in ["gun.rle", "old.rle"]:
            archive.write(os.path.join(folder, name), name, zipfile.ZIP_DEFLATED)


def contents(folder):
    """The bytes of every file, and the target of every symbolic link."""
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            key = os.path.relpath(path, folder)
            found[key] = os.readlink(path) if os.path.islink(path) else open(path, "rb").read()
    return found


class FaultRuns:
    """Runs one command repeatedly, each time in a fresh copy of the inputs."""

    def __init__(self, program, inputs, words):
        self.words = [program] + words
        self.inputs = inputs

    def run(self, fault):
        folder = tempfile.mkdtemp(prefix="fail-calls-")
        try:
            shutil.copytree(self.inputs, folder, symlinks=True, dirs_exist_ok=True)
            environment = dict(os.environ, LIFE_PATTERNS=os.path.join(ROOT, "patterns"),
                               SWIFT_BACKTRACE="enable=no")
            trace = folder + ".trace"
            def life(words, prefix=()):
                return subprocess.run([*prefix, self.words[0], *words], cwd=folder, timeout=60,
                                      env=environment, stdin=subprocess.DEVNULL,
                                      capture_output=True)
            prefix = []
            if fault:
                calls, number, error = fault
                prefix = ["strace", "-f", "-qq", "-o", trace, "-e", "trace=" + calls, "-e",
                          "inject=%s:error=%s:when=%d" % (calls, error, number)]
            done = life(self.words[1:], prefix)
            is_resumed = os.path.exists(os.path.join(folder, CHECKPOINT))
            if is_resumed:
                life(["resume", CHECKPOINT])
            faults = [line for line in open(trace) if "(INJECTED)" in line] if fault else []
            message = done.stderr.decode(errors="replace")
            if any("write(2, " in line for line in faults):
                message += "(a message that was not written)"
            # The summary contains the elapsed time.
            output = re.sub(rb'"seconds":[^,}]*', b"", done.stdout)
            return done.returncode, output, message, contents(folder), faults, is_resumed
        except subprocess.TimeoutExpired:
            return None, b"", "", contents(folder), ["hang"], False
        finally:
            shutil.rmtree(folder)
            if os.path.exists(trace):
                os.remove(trace)


def violation(result, expected, before, is_harmless):
    """The rule that a run with a fault broke; None if there is none."""
    code, output, message, files, _, is_resumed = result
    if code is None:
        return "hang"
    if code < 0 or code > 128:
        return "signal %d" % code
    if code == 70:
        return "internal error"
    # The run completed in spite of the fault: same exit code, files and standard output.
    if code == expected[0] and files == expected[3] and output == expected[1]:
        return None
    if is_resumed and files != expected[3]:
        return "the resumed run made different files"
    if is_harmless and START not in message:
        return "EINTR changed the outcome, exit %d: %s" % (code, message.strip())
    for name, bytes in files.items():
        if bytes != before.get(name) and bytes != expected[3].get(name):
            if not (name.endswith(".part") and name in message):
                return "%s is neither unchanged nor complete" % name
    for name in before:
        if name not in files:
            return "%s is missing" % name
    if code == 0:
        return "exit 0 with an incomplete result"
    return None if message.strip() else "exit %d without a message" % code


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    commands = [COMMANDS[index] for index in BRIEF] if arguments.brief else COMMANDS
    errors = ["EIO"] if arguments.brief else ["EIO", "ENOMEM", "EINTR"]
    inputs = tempfile.mkdtemp(prefix="fail-calls-")
    fill(inputs, program)
    before = contents(inputs)
    failures = runs = 0
    for line in [line for line in commands if arguments.only in line]:
        runs_of_line = FaultRuns(program, inputs, line.split())
        expected = runs_of_line.run(None)
        if expected[0] not in (0, 1):
            sys.exit("fail-calls.py: '%s' fails without a fault: %s" % (line, expected[2]))
        runs_before = runs
        for calls, error in [(calls, error) for calls in CALLS for error in errors]:
            number = 0
            while True:
                number += 1
                result = runs_of_line.run((calls, number, error))
                if not result[4]:
                    break
                runs += 1
                is_harmless = error == "EINTR" and not calls.startswith(UNINTERRUPTED)
                reason = violation(result, expected, before, is_harmless)
                if reason:
                    failures += 1
                    print("life %s: %s: %s" % (line, result[4][0].strip(), reason),
                          file=sys.stderr)
        if runs == runs_before:
            sys.exit("fail-calls.py: no fault was injected")
    shutil.rmtree(inputs)
    print("%d runs" % runs, file=sys.stderr)
    print(failures)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
