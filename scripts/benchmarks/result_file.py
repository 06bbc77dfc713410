"""Results on disk, written after each run, so that a long series can be broken off and resumed."""

import json
import os
import pathlib
import shutil

from .command import BadSetup


class ResultFile:
    """Runs by key, with the settings that they were made with. Without a path the results are kept in memory only."""

    def __init__(self, path, settings):
        """Takes over what is in the file; raises BadSetup if that was made with other settings."""
        self.path = pathlib.Path(path) if path else None
        self.settings = settings
        self.runs = {}
        if self.path is None:
            return
        self.path = self.path.resolve()  # what a link leads to is replaced, not the link
        if not self.path.parent.is_dir():
            raise BadSetup(f"{self.path.parent} is no directory")
        if self.path.exists():
            if not self.path.is_file():
                raise BadSetup(f"{path}: results are read back, so they need a plain file")
            self._take_over()

    def _take_over(self):
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
            settings, runs = content["settings"], content["runs"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadSetup(f"{self.path} is not a result file: {error}") from error
        # As JSON has them: tuples are lists.
        wanted = json.loads(json.dumps(self.settings))
        different = sorted(name for name in settings.keys() | wanted.keys() if settings.get(name) != wanted.get(name))
        if different:
            raise BadSetup(f"{self.path} was made with another {', '.join(different)}; take another file or remove it")
        self.runs = runs

    def __contains__(self, key):
        return key in self.runs

    def add(self, key, run):
        """Keeps a run; the file is replaced as a whole, so that it is never half written."""
        self.runs[key] = run
        if self.path is None:
            return
        part = self.path.with_name(self.path.name + ".part")
        with part.open("w", encoding="utf-8") as stream:
            json.dump({"settings": self.settings, "runs": self.runs}, stream, indent=1)
            stream.write("\n")
            stream.flush()
            os.fsync(stream.fileno())
        if self.path.exists() and self.path.stat().st_nlink > 1:
            self.path.write_bytes(part.read_bytes())  # a rename would part the file from its other names
            part.unlink()
            return
        if self.path.exists():
            shutil.copymode(self.path, part)
        os.replace(part, self.path)
