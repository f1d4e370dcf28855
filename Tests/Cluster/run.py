#!/usr/bin/env python3
"""run.py LIFE [--soups N] [slurm] [parallel]

Takes a census with real schedulers on this machine and compares its haul with that of one process.

slurm: a controller and two virtual nodes from the packages slurmctld, slurmd, slurm-client and
munge. A job array is submitted; one shard is killed, one node is set DOWN and back, and one shard
is submitted twice. parallel: GNU parallel with a job log; one shard is killed and resumed.

Everything is in a temporary folder, and only processes that were started here are ended."""
import argparse
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

SHARDS = 8
HERE = os.path.dirname(os.path.abspath(__file__))


def run(*words, **options):
    return subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout


def wait(what, seconds, condition):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"timeout: {what}")
        time.sleep(0.2)
    print(f"  {what}")


class Census:
    def __init__(self, life, folder, soups):
        self.life, self.folder, self.soups = os.path.abspath(life), folder, soups

    def path(self, name):
        return os.path.join(self.folder, name)

    def words(self):
        return [self.life, "census", "--root", "cluster_", "--soups", f"0..{self.soups - 1}",
                "-t", "1", "-q"]

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def check(self, prefix):
        """Merges the shards and compares the total with one process."""
        parts = [self.path(f"{prefix}-{index}.haul") for index in range(1, SHARDS + 1)]
        run(self.life, "census", "merge", *parts, "-o", self.path(f"{prefix}.haul"))
        if self.read(f"{prefix}.haul") != self.read("one.haul"):
            raise SystemExit(f"{prefix}: the merged haul is not that of one process")
        print(f"  {prefix}: the merged haul is that of one process")

    def pid(self, prefix, index):
        """The process of a shard that is running; nil if it is not."""
        try:
            with open(self.path(f"{prefix}-{index}.pid")) as file:
                number = int(file.read())
            with open(f"/proc/{number}/cmdline", "rb") as file:
                return number if b"census" in file.read() else None
        except (OSError, ValueError):
            return None

    def kill_one(self, prefix):
        """Kills a running shard and returns its number."""
        found = []

        def killed():
            for index in range(1, SHARDS + 1):
                number = self.pid(prefix, index)
                if number:
                    os.kill(number, signal.SIGKILL)
                    found.append(index)
                    return True
            return False

        wait("a shard was killed", 60, killed)
        return found[0]


class Slurm:
    """A controller and two nodes of this machine."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        with open(os.path.join(HERE, "slurm.conf")) as file:
            text = file.read()
        text = text.replace("@DIR@", folder).replace("@HOST@", socket.gethostname().split(".")[0])
        self.conf = os.path.join(folder, "slurm.conf")
        with open(self.conf, "w") as file:
            file.write(text)
        self.environment = dict(os.environ, SLURM_CONF=self.conf)

    def start(self):
        key = os.path.join(self.folder, "munge.key")
        with open(key, "wb") as file:
            file.write(os.urandom(128))
        os.chmod(key, 0o400)
        os.chmod(self.folder, 0o755)
        for name in ("state", "d.n1", "d.n2"):
            os.mkdir(os.path.join(self.folder, name))
        self.spawn("munged", "--foreground", "--force", "--key-file", key, "--socket",
                   os.path.join(self.folder, "munge.socket"), "--pid-file",
                   os.path.join(self.folder, "munge.pid"), "--log-file",
                   os.path.join(self.folder, "munge.log"), "--seed-file",
                   os.path.join(self.folder, "munge.seed"))
        wait("munged is ready", 20,
             lambda: os.path.exists(os.path.join(self.folder, "munge.socket")))
        self.spawn("slurmctld", "-D", "-f", self.conf)
        for node in ("n1", "n2"):
            self.spawn("slurmd", "-D", "-f", self.conf, "-N", node)
        wait("two nodes are idle", 60, lambda: self.states() == ["idle", "idle"])

    def spawn(self, name, *words):
        path = shutil.which(name) or f"/usr/sbin/{name}"
        log = open(os.path.join(self.folder, f"{name}-{len(self.processes)}.out"), "wb")
        self.processes.append(subprocess.Popen(
            [path, *words], stdout=log, stderr=subprocess.STDOUT, env=self.environment))

    def call(self, *words):
        return run(*words, env=self.environment)

    def try_call(self, *words):
        try:
            self.call(*words)
            return True
        except subprocess.CalledProcessError:
            return False

    def states(self):
        try:
            return sorted(self.call("sinfo", "-h", "-N", "-o", "%T").split())
        except subprocess.CalledProcessError:
            return []

    def jobs(self):
        return self.call("squeue", "-h", "-r", "-o", "%i %T").split("\n")[:-1]

    def stop(self):
        try:
            self.call("scancel", "-u", "root")
            time.sleep(1)
        except (subprocess.CalledProcessError, OSError):
            pass
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def test_slurm(census):
    slurm = Slurm(census.folder)
    script = census.path("shard.sh")
    with open(script, "w") as file:
        file.write("#!/bin/sh\n"
                   f"cd {census.folder}\n"
                   "echo $$ > slurm-$SLURM_ARRAY_TASK_ID.pid\n"
                   f"exec {' '.join(census.words())} --resume --checkpoint-every 1s "
                   f"--shard $SLURM_ARRAY_TASK_ID/{SHARDS} -o slurm-$SLURM_ARRAY_TASK_ID.haul\n")
    os.chmod(script, 0o755)
    submit = ["sbatch", "--parsable", "--requeue", "-o", census.path("job-%a.out")]
    try:
        slurm.start()
        job = slurm.call(*submit, f"--array=1-{SHARDS}", script).strip()
        killed = census.kill_one("slurm")
        wait("the scheduler noticed it", 60, lambda: any(
            line.startswith("JobState=FAILED") or "JobState=FAILED" in line
            for line in slurm.call("scontrol", "show", "job", f"{job}_{killed}").split("\n")))
        slurm.call("scontrol", "requeue", f"{job}_{killed}")
        print("  the killed shard was requeued")
        wait("two shards are running", 60,
             lambda: sum(line.endswith("RUNNING") for line in slurm.jobs()) == 2)
        slurm.call("scontrol", "update", "nodename=n2", "state=down", "reason=test")
        wait("a node is DOWN", 60, lambda: "down" in "".join(slurm.states()))
        # While its job is being ended, the node cannot be resumed.
        wait("the node is back", 120,
             lambda: slurm.try_call("scontrol", "update", "nodename=n2", "state=resume"))
        slurm.call(*submit, "--array=3", script)
        print("  a shard was submitted twice")
        wait("all shards are done", 600, lambda: not slurm.jobs())
        census.check("slurm")
    finally:
        slurm.stop()


def test_parallel(census):
    words = ["parallel", "--will-cite", "--joblog", census.path("log"), "-j", "2"]
    shard = (f"echo $$ > parallel-{{}}.pid; exec {' '.join(census.words())} --resume "
             f"--checkpoint-every 1s --shard {{}}/{SHARDS} -o parallel-{{}}.haul")
    numbers = [str(index) for index in range(1, SHARDS + 1)]
    first = subprocess.Popen(words + ["--resume", shard, ":::"] + numbers, cwd=census.folder,
                             stderr=subprocess.DEVNULL)
    census.kill_one("parallel")
    if first.wait(600) != 1:
        raise SystemExit("GNU parallel did not report the killed shard")
    subprocess.run(words + ["--resume-failed", shard, ":::"] + numbers, cwd=census.folder,
                   check=True)
    census.check("parallel")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("life")
    parser.add_argument("schedulers", nargs="*", default=["slurm", "parallel"])
    parser.add_argument("--soups", type=int, default=400_000)
    arguments = parser.parse_args()
    needed = {"slurm": ["slurmctld", "slurmd", "sbatch", "munged"], "parallel": ["parallel"]}
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    missing = [name for scheduler in arguments.schedulers for name in needed[scheduler]
               if not shutil.which(name, path=path)]
    if missing:
        raise SystemExit(f"missing: {' '.join(missing)}; install the packages slurmctld slurmd "
                         "slurm-client munge parallel")
    os.environ["PATH"] = path
    folder = tempfile.mkdtemp(prefix="life-cluster-")
    try:
        census = Census(arguments.life, folder, arguments.soups)
        print("one process")
        subprocess.run(census.words() + ["-o", census.path("one.haul")], check=True)
        if "slurm" in arguments.schedulers:
            print("Slurm")
            test_slurm(census)
        if "parallel" in arguments.schedulers:
            print("GNU parallel")
            test_parallel(census)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("passed")


if __name__ == "__main__":
    main()
