"""paths -> files: which ones a run checks.

In a folder: files named ``*.py`` (not ``*.pyi``: a stub returns nothing) that git does not ignore, virtual environments
and tools' own folders left out. git itself says what it ignores. A file that is given by name is checked whatever its
name.
"""

from __future__ import annotations

import errno
import fnmatch
import os
import shutil
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

_SUFFIX = ".py"
_TOOLS_FOLDERS = frozenset(
    {
        *(".git", ".hg", ".svn", ".bzr", "CVS"),
        *(".tox", ".nox", ".venv", ".eggs", "node_modules"),
        *("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"),
    }
)
# `venv` and `env` are names of packages too (the standard library has one), so their content decides.
_SIGNS_OF_AN_ENVIRONMENT = ("pyvenv.cfg", "conda-meta", "bin/activate", "Scripts/activate.bat")
# A broken link, a link to itself, or a file that git knows and that was deleted.
_NOTHING_THERE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})
# Set by git for its hooks, pre-commit among them; they would make our git look at that repository from any folder.
_GIT_VARIABLES = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"})


@dataclass(frozen=True, slots=True)
class Exclude:
    """Patterns of what to leave out, as flake8 takes them.

    A pattern without a slash fits the name of a file or folder; one with a slash is relative to ``base`` and fits whole
    paths. ``base``: absolute.
    """

    patterns: tuple[str, ...] = ()
    base: str = field(default_factory=lambda: str(Path.cwd()))

    def fits(self, path: str) -> bool:
        """Tell whether the path itself, its folders not looked at, is to be left out."""
        if not self.patterns:
            return False
        whole = os.path.normpath(Path.cwd() / path)
        return any(fnmatch.fnmatch(*self._compared(pattern, whole)) for pattern in self.patterns)

    def fits_given(self, path: str) -> bool:
        """Tell the same of a path that the user gave, the folders between ``base`` and it looked at too."""
        whole, base = Path(os.path.normpath(Path.cwd() / path)), Path(self.base)
        if whole == base or whole in base.parents:
            return False  # a pattern such as `build` is not for the folder that the work is done in
        folders = [folder for folder in whole.parents if base in folder.parents]
        return self.fits(path) or any(self.fits(str(folder)) for folder in folders)

    def _compared(self, pattern: str, whole: str) -> tuple[str, str]:
        pattern = pattern.rstrip("/")
        if "/" in pattern or os.sep in pattern:
            return whole, os.path.normpath(Path(self.base) / pattern)
        return whole.rpartition(os.sep)[2], pattern


@dataclass(frozen=True, slots=True)
class Found:
    """``files``: sorted, each once; ``problems``: what cannot be checked, one line each for the user."""

    files: tuple[str, ...]
    problems: tuple[str, ...]


def discover(paths: Sequence[str], exclude: Exclude, on_found: Callable[[], None] = lambda: None) -> Found:
    """Find the files to check; a path that is not there, or is neither file nor folder, is a problem.

    ``on_found`` is called for each file in a folder, so that a long search can be shown.
    """
    search = _Search(exclude, on_found)
    for path in paths:
        search.add(path)
    return Found(tuple(sorted(search.files)), tuple(search.problems))


class _Search:
    def __init__(self, exclude: Exclude, on_found: Callable[[], None]) -> None:
        self.files: list[str] = []
        self.problems: list[str] = []
        self._on_found = on_found
        self._exclude = exclude
        self._seen: set[tuple[int, int] | str] = set()

    def add(self, path: str) -> None:
        """Take a path that the user gave."""
        if self._exclude.fits_given(path):
            return
        try:
            status = Path(path).stat() if path else None
        except (OSError, ValueError) as error:
            missing = isinstance(error, FileNotFoundError)
            self.problems.append(f"{path}: {'no such file or folder' if missing else _reason(error)}")
            return
        if status is None:
            self.problems.append("'': no such file or folder")
        elif stat.S_ISDIR(status.st_mode):
            self._add_folder(path)
        elif stat.S_ISREG(status.st_mode):
            self._add_once(path, status)
        else:
            self.problems.append(f"{path}: neither a file nor a folder")

    def _add_folder(self, folder: str) -> None:
        links = []
        for name in _Folder(folder, self._exclude, self.problems).names():
            path = _join(folder, name)
            self._on_found()
            status = self._look_at(path, os.lstat)
            if status is not None and stat.S_ISLNK(status.st_mode):
                links.append(path)
            elif status is not None and stat.S_ISREG(status.st_mode):
                self._add_once(path, status)
        # Of a file and a link to it, the file: so links come last.
        for path in sorted(links):
            status = self._look_at(path, os.stat)
            if status is not None and stat.S_ISREG(status.st_mode):
                self._add_once(path, status)

    def _look_at(self, path: str, look: Callable[[str], os.stat_result]) -> os.stat_result | None:
        try:
            return look(path)
        except OSError as error:
            if error.errno not in _NOTHING_THERE:
                self.problems.append(f"{path}: {_reason(error)}")
            return None

    def _add_once(self, path: str, status: os.stat_result) -> None:
        # Some Windows file systems have no inode numbers; and two hard links are two files to whoever reads the report.
        is_number_enough = status.st_ino and status.st_nlink == 1
        identity = (status.st_dev, status.st_ino) if is_number_enough else os.path.realpath(path)
        if identity not in self._seen:
            self._seen.add(identity)
            self.files.append(path)


class _Folder:
    """One folder that the user gave; names in it are relative to it."""

    def __init__(self, root: str, exclude: Exclude, problems: list[str]) -> None:
        self._root = root
        self._exclude = exclude
        self._problems = problems
        self._verdicts: dict[str, bool] = {"": False}

    def names(self) -> Iterator[str]:
        """Give the Python files, in no order."""
        listed = _Git(self._root, self._problems).names()
        for name in self._walk() if listed is None else self._of_git(listed):
            if name.endswith(_SUFFIX) and not self._exclude.fits(_join(self._root, name)):
                yield name

    def _of_git(self, listed: Iterable[str]) -> Iterator[str]:
        for name in listed:
            if self._is_left_out(name.rstrip("/").rpartition("/")[0]):
                continue
            if name.endswith("/") or (not name.endswith(_SUFFIX) and _is_own_folder(_join(self._root, name))):
                yield from self._of_repository_inside(name.rstrip("/"))
            else:
                yield name

    def _of_repository_inside(self, folder: str) -> Iterator[str]:
        """Look into a submodule, or a repository of its own: git gives the folder, not what is in it."""
        if not self._is_left_out(folder):
            inside = _Folder(_join(self._root, folder), self._exclude, self._problems)
            yield from (f"{folder}/{name}" for name in inside.names())

    def _walk(self) -> Iterator[str]:
        for folder, folders, files in os.walk(self._root, onerror=self._report):
            relative = folder[len(_join(self._root, "")) :]
            if relative and (".git" in files or ".git" in folders):
                yield from self._of_repository_inside(relative)
                folders.clear()
            elif relative and _is_environment(folder, {*files, *folders}):
                folders.clear()
            else:
                prefix = f"{relative}/" if relative else ""
                yield from (prefix + name for name in files)
                folders[:] = [name for name in folders if not self._has_unwanted_name(prefix, name)]

    def _report(self, error: OSError) -> None:
        self._problems.append(f"{error.filename}: {_reason(error)}")

    def _has_unwanted_name(self, prefix: str, name: str) -> bool:
        return name in _TOOLS_FOLDERS or self._exclude.fits(_join(self._root, prefix + name))

    def _is_left_out(self, folder: str) -> bool:
        verdict = self._verdicts.get(folder)
        if verdict is None:
            parent, slash, name = folder.rpartition("/")
            is_unwanted = self._is_left_out(parent) or self._has_unwanted_name(parent + slash, name)
            verdict = is_unwanted or _is_environment(_join(self._root, folder))
            self._verdicts[folder] = verdict
        return verdict


class _Git:
    """git's own view of a folder."""

    def __init__(self, folder: str, problems: list[str]) -> None:
        self._folder = folder
        self._problems = problems

    def names(self) -> list[str] | None:
        """Give what git does not ignore; None where git has no say: not there, no work tree, or the folder is ignored.

        An ignored folder was asked for by name, so its files are wanted.
        """
        program = shutil.which("git") if self._is_in_work_tree() else None
        if program is None or self._run(program, "check-ignore", "--quiet", ".") is not None:
            return None
        output = self._run(program, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        return None if output is None else [os.fsdecode(name) for name in set(output.split(b"\0")) if name]

    def _is_in_work_tree(self) -> bool:
        # Saves starting a process where there is no repository.
        folder = Path(self._folder).resolve()
        return any(_is_repository(str(parent)) for parent in (folder, *folder.parents))

    def _run(self, program: str, *arguments: str) -> bytes | None:
        """Give what git prints; None where it fails."""
        import subprocess  # noqa: PLC0415 (its import takes longer than most runs on single files)

        environment = {name: value for name, value in os.environ.items() if name not in _GIT_VARIABLES}
        # A repository's own configuration may name a program as file-system monitor: reading must not run it.
        command = [program, "-c", "core.fsmonitor=false", *arguments]
        try:
            run = subprocess.run(  # noqa: S603 (fixed arguments, no shell)
                command,
                cwd=self._folder,
                env={**environment, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
        except OSError:
            return None
        if run.returncode == 0:
            self._report_unread(os.fsdecode(run.stderr))
        return run.stdout if run.returncode == 0 else None

    def _report_unread(self, messages: str) -> None:
        unread = [line for line in messages.splitlines() if "could not open directory" in line]
        self._problems.extend(f"{self._folder}: {line.removeprefix('warning: ')}" for line in unread)


def _join(folder: str, name: str) -> str:
    # Not pathlib: `.` stays `./`, as flake8 prints it.
    return f"{folder}{name}" if folder.endswith(("/", os.sep)) else f"{folder}/{name}"


def _is_environment(folder: str, listed: Container[str] | None = None) -> bool:
    """Whether a folder is a virtual environment; ``listed``: what is in it, if that is known, to ask the disk less."""
    signs = (sign for sign in _SIGNS_OF_AN_ENVIRONMENT if listed is None or sign.partition("/")[0] in listed)
    return any(os.path.exists(_join(folder, sign)) for sign in signs)


def _is_own_folder(path: str) -> bool:
    return os.path.isdir(path) and not os.path.islink(path)


def _is_repository(folder: str) -> bool:
    return os.path.exists(_join(folder, ".git")) and not os.path.islink(folder)


def holds(test: Callable[[], bool]) -> bool:
    """Ask about a path, such as ``path.is_dir``; what cannot be looked at does not hold."""
    try:
        return test()
    except OSError:
        return False


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__)
