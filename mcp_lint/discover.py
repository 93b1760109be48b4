"""paths -> files: which ones a run checks.

In a folder: files named ``*.py`` (not ``*.pyi``: a stub returns nothing) that git does not ignore, virtual environments
and tools' own folders left out. git itself says what it ignores. A file that is given by name is checked whatever its
name.
"""

from __future__ import annotations

import errno
import fnmatch
import os
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


def discover(paths: Sequence[str], exclude: Exclude, on_found: Callable[[str], None] = lambda _: None) -> Found:
    """Find the files to check; a path that is not there, or is neither file nor folder, is a problem.

    ``on_found`` is called with each file at once, so that a long search can be shown, and what is found be checked.
    """
    search = _Search(exclude, on_found)
    for path in paths:
        search.add(path)
    return Found(tuple(sorted(search.files)), tuple(search.problems))


_File = tuple[str, bool]  # its path or name, and whether it is a link


@dataclass(frozen=True, slots=True)
class _Listing:
    """What is in a folder; ``files``: those in Python, and whether each is a link."""

    names: Container[str] = ()
    folders: Sequence[str] = ()
    files: Sequence[_File] = ()


class _Search:
    def __init__(self, exclude: Exclude, on_found: Callable[[str], None]) -> None:
        self.files: list[str] = []
        self.problems: list[str] = []
        self._on_found = on_found
        self._exclude = exclude
        # By real path, not by inode number, which takes a question to the disk for each file. Besides, two hard links
        # are two files to whoever reads the report, and some Windows file systems have no numbers.
        self._seen: set[str] = set()

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
            self._add_once(path, os.path.realpath(path))
        else:
            self.problems.append(f"{path}: neither a file nor a folder")

    def _add_folder(self, folder: str) -> None:
        links = []
        root, real_root = _join(folder, ""), _join(os.path.realpath(folder), "")
        for path, is_link in _Folder(folder, self._exclude, self.problems).files():
            if is_link:
                links.append(path)
            else:  # no link was followed on the way to it
                self._add_once(path, path if root == real_root else real_root + path[len(root) :])
        # Of a file and a link to it, the file: so links come last.
        for path in sorted(links):
            status = _look_at(path, os.stat, self.problems)
            if status is not None and stat.S_ISREG(status.st_mode):
                self._add_once(path, os.path.realpath(path))

    def _add_once(self, path: str, real_path: str) -> None:
        if real_path not in self._seen:
            self._seen.add(real_path)
            self.files.append(path)
            self._on_found(path)


class _Folder:
    """One folder that the user gave; names in it are relative to it."""

    def __init__(self, root: str, exclude: Exclude, problems: list[str]) -> None:
        self._root = root
        self._exclude = exclude
        self._problems = problems
        self._verdicts: dict[str, bool] = {"": False}

    def files(self) -> Iterator[_File]:
        """Give the Python files, in no order; the folder stands before their names."""
        listed = _Git(self._root, self._problems).names()
        for file in self._walk() if listed is None else self._of_git(listed):
            if not self._exclude.fits(file[0]):
                yield file

    def _of_git(self, listed: Iterable[str]) -> Iterator[_File]:
        for name in listed:
            if self._is_left_out(name.rstrip("/").rpartition("/")[0]):
                continue
            path = _join(self._root, name)
            if name.endswith("/") or (not name.endswith(_SUFFIX) and _is_own_folder(path)):
                yield from self._of_repository_inside(name.rstrip("/"))
            elif name.endswith(_SUFFIX):
                yield from self._if_file(path)

    def _if_file(self, path: str) -> Iterator[_File]:
        """Look at what git knows by name alone: it may be gone, or be none."""
        status = _look_at(path, os.lstat, self._problems)
        if status is not None and (stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode)):
            yield path, stat.S_ISLNK(status.st_mode)

    def _of_repository_inside(self, folder: str) -> Iterator[_File]:
        """Look into a submodule, or a repository of its own: git gives the folder, not what is in it."""
        if not self._is_left_out(folder):
            yield from _Folder(_join(self._root, folder), self._exclude, self._problems).files()

    def _walk(self) -> Iterator[_File]:
        waiting = [""]
        while waiting:
            relative = waiting.pop()
            folder = _join(self._root, relative) if relative else self._root
            listing = self._list(folder)
            if relative and ".git" in listing.names:
                yield from self._of_repository_inside(relative)
            elif not relative or not _is_environment(folder, listing.names):
                prefix = f"{relative}/" if relative else ""
                waiting += [prefix + name for name in listing.folders if not self._has_unwanted_name(prefix, name)]
                start = _join(self._root, prefix)
                yield from ((start + name, is_link) for name, is_link in listing.files)

    def _list(self, folder: str) -> _Listing:
        """List a folder by what its own entry says of each name: to ask for each file's takes longer than all else."""
        try:
            with os.scandir(folder) as entries:
                listed = list(entries)
            python = [entry for entry in listed if entry.name.endswith(_SUFFIX)]
            return _Listing(
                names=frozenset(entry.name for entry in listed),
                folders=[entry.name for entry in listed if entry.is_dir(follow_symlinks=False)],
                files=[(each.name, each.is_symlink()) for each in python if each.is_symlink() or each.is_file()],
            )
        except OSError as error:
            self._problems.append(f"{error.filename}: {_reason(error)}")
            return _Listing()

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
        program = _git_program() if self._is_in_work_tree() else None
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


def _git_program() -> str | None:
    import shutil  # noqa: PLC0415 (all its compressors come with it, which takes 4 ms)

    return shutil.which("git")


def _look_at(path: str, look: Callable[[str], os.stat_result], problems: list[str]) -> os.stat_result | None:
    try:
        return look(path)
    except OSError as error:
        if error.errno not in _NOTHING_THERE:
            problems.append(f"{path}: {_reason(error)}")
        return None


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
