"""Finds programs and data, and runs programs that answer in JSON."""

import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


class BadSetup(Exception):
    """Something that the user has to put right, said in one line."""


class NoAnswer(BadSetup):
    """A program that overran its time."""


def find_program(given, default, option):
    """The program named on the command line, else the one at `default` below the repository's build folder."""
    path = pathlib.Path(given) if given else REPOSITORY / "build" / default
    found = shutil.which(str(path))
    if found is None:
        raise BadSetup(f"no program at {path}; build it, or say where it is with {option}")
    return str(pathlib.Path(found).resolve())


def add_gapless_option(parser):
    """--gapless PATH."""
    parser.add_argument("--gapless", metavar="PATH", help="the gapless command (default build/src/apps/gapless)")


def find_gapless(given):
    """The gapless command."""
    return find_program(given, "src/apps/gapless", "--gapless")


def find_peerdata():
    """The folder with other projects' robots and problems, or None."""
    folder = pathlib.Path(os.environ.get("GAPLESS_PEERDATA") or REPOSITORY.parent / "shared" / "peerdata").resolve()
    return folder if folder.is_dir() else None


def fingerprint(program):
    """Which build of a program it is: the first digits of the hash of its bytes."""
    return hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()[:16]


def json_lines(text):
    """The JSON objects of a program's output, one per line."""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def run(command, timeout, accepted=(0,)):
    """Exit code and standard output of a command that may take `timeout` seconds.

    Raises NoAnswer where it takes longer, BadSetup where the exit code is not among the accepted ones. The program ends with this one.
    """
    try:
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired as error:
        raise NoAnswer(f"no answer within {timeout:g} s: {' '.join(map(str, command))}") from error
    if done.returncode not in accepted:
        if -done.returncode in (signal.SIGINT, signal.SIGTERM):
            raise KeyboardInterrupt
        complaint = done.stderr.strip().splitlines()[-1:] or ["nothing on standard error"]
        raise BadSetup(f"exit code {done.returncode} of {' '.join(map(str, command))}: {complaint[0]}")
    return done.returncode, done.stdout


def guarded(main):
    """Runs a script's main(): one line and exit code 2 for bad set-up, 130 when broken off by Ctrl-C or SIGTERM."""
    def interrupt(*_):
        raise KeyboardInterrupt
    signal.signal(signal.SIGTERM, interrupt)
    try:
        return main()
    except BadSetup as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("broken off; the same command goes on from here if it has an --output file", file=sys.stderr)
        return 130
