"""Which files a run checks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mcp_lint.discover import Exclude, discover, holds

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links and FIFOs")
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _make(*names: str) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def _git(*arguments: str, folder: str = ".") -> None:
    program = shutil.which("git") or "git"
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main")
    subprocess.run([program, *identity, *arguments], cwd=folder, check=True, capture_output=True)


def _files(*paths: str, exclude: tuple[str, ...] = ()) -> list[str]:
    found = discover(paths, Exclude(exclude))
    assert found.problems == ()
    return list(found.files)


def test_a_folder_gives_its_python_files_sorted() -> None:
    """Only ``*.py``; names begin as the folder was given, as in flake8."""
    _make("b.py", "a/z.py", "a/y.pyi", "a/x.txt", "a/b/c.py", "name with space.py", "new\nline.py")
    assert _files(".") == ["./a/b/c.py", "./a/z.py", "./b.py", "./name with space.py", "./new\nline.py"]
    assert _files("a/") == _files("a") == ["a/b/c.py", "a/z.py"]


def test_a_file_by_name_is_checked_whatever_its_name() -> None:
    """Scripts, stubs, files in ignored or tools' folders."""
    _make("script", "x.pyi", ".venv/x.py")
    assert _files("script", "x.pyi", ".venv/x.py") == [".venv/x.py", "script", "x.pyi"]


def test_each_file_once() -> None:
    """Named twice, in two ways, or found again in its folder."""
    _make("a/x.py")
    assert _files("a/x.py", "a", "./a/x.py") == ["a/x.py"]


def test_environments_and_tools_folders_are_left_out() -> None:
    """Below the given folder; by what is in them where the name may be a package's."""
    _make(".venv/a.py", ".tox/a.py", "x/node_modules/a.py", "__pycache__/a.py", "odd/pyvenv.cfg", "odd/lib/a.py")
    _make("env/bin/activate", "env/a.py", "venv/a.py", "x/env/a.py")
    assert _files(".") == ["./venv/a.py", "./x/env/a.py"]
    assert _files("odd", ".venv") == [".venv/a.py", "odd/lib/a.py"]


def test_exclude() -> None:
    """By name, or by path from the base; files given by name too; never the folder that the work is done in."""
    _make("a.py", "gen/a.py", "x/gen/b.py", "x/test_a.py", "x/y/c.py")
    assert _files(".", exclude=("gen", "test_*")) == ["./a.py", "./x/y/c.py"]
    assert _files(".", exclude=("./gen", "x/y/*.py")) == ["./a.py", "./x/gen/b.py", "./x/test_a.py"]
    assert _files(".", exclude=("x/",)) == ["./a.py", "./gen/a.py"]
    assert _files("x/gen/b.py", "a.py", "x", exclude=("gen", "x/y")) == ["a.py", "x/test_a.py"]
    assert _files(".", exclude=(Path.cwd().name,)) == _files(".")


def test_missing_paths_are_said_and_others_found() -> None:
    """One line each."""
    _make("a.py")
    found = discover(["none.py", "a.py", ""], Exclude())
    assert found.files == ("a.py",)
    assert found.problems == ("none.py: no such file or folder", "'': no such file or folder")


@needs_links
def test_links_and_special_files(here: Path) -> None:
    """Folders' links are not followed, nothing is opened that would wait."""
    _make("a.py", "sub/b.py")
    Path("link.py").symlink_to("a.py")
    Path("aa.py").symlink_to("sub/b.py")
    Path("broken.py").symlink_to("none")
    Path("sub/loop").symlink_to(here)
    os.mkfifo("fifo.py")
    assert _files(".") == ["./a.py", "./sub/b.py"]
    assert _files("link.py", "a.py") == ["link.py"]
    assert _files("sub/loop/sub") == ["sub/loop/sub/b.py"]
    assert discover(["fifo.py"], Exclude()).problems == ("fifo.py: neither a file nor a folder",)
    assert discover(["broken.py"], Exclude()).problems == ("broken.py: no such file or folder",)


def test_a_folder_that_cannot_be_listed_is_a_problem_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are still looked into."""
    _make("a.py", "closed/b.py", "open/c.py")
    scan = os.scandir

    def guarded(path: str) -> object:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", guarded)
    found = discover(["."], Exclude())
    assert (found.files, found.problems) == (("./a.py", "./open/c.py"), ("./closed: Permission denied",))


@needs_links
def test_folders_that_hold_each_other() -> None:
    """Each file once, also where a folder is reached by a link, and under the name by which it is found first."""
    _make("a/b/x.py", "a/y.py")
    Path("other").symlink_to("a")
    assert _files("a/b", "a", "other", "other/b/x.py") == ["a/b/x.py", "a/y.py"]
    whole = Path("a").absolute()
    assert _files("other/b", str(whole)) == [f"{whole}/y.py", "other/b/x.py"]


@needs_links
def test_hard_links_are_files_of_their_own() -> None:
    """Whoever edits one by its name looks for that name in the report."""
    _make("a.py")
    Path("b.py").hardlink_to("a.py")
    Path("c.py").symlink_to("b.py")
    assert _files(".") == ["./a.py", "./b.py"]


@needs_git
def test_what_may_not_be_looked_at_is_a_problem_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that git can look into and we cannot, for one."""
    _git("init")
    _make("a.py", "closed/b.py")
    look = os.lstat

    def guarded(path: str) -> os.stat_result:
        if path.endswith("b.py"):
            raise PermissionError(13, "Permission denied", path)
        return look(path)

    monkeypatch.setattr(os, "lstat", guarded)
    found = discover(["."], Exclude())
    assert (found.files, found.problems) == (("./a.py",), ("./closed/b.py: Permission denied",))


def test_a_question_that_cannot_be_answered_is_answered_no() -> None:
    """Such as whether a name exists that is longer than names can be."""
    assert not holds(Path("x" * 5000).is_dir)
    assert discover(["x" * 5000], Exclude()).problems == (f"{'x' * 5000}: File name too long",)


@needs_links
def test_names_that_are_no_text() -> None:
    """Bytes survive."""
    name = os.fsdecode(b"caf\xe9.py")
    try:
        _make(name)
    except OSError:
        pytest.skip("this file system has text names only")
    assert _files(".") == [f"./{name}"]


@needs_git
def test_git_says_what_it_ignores() -> None:
    """Its own rules: nested files, negations, tracked files that a rule would ignore, untracked ones that none does."""
    _git("init")
    _make("a.py", "new.py", "build/b.py", "build/tracked.py", "x/gen.py", "x/keep.py", "x/odd\nname é.py", "gone.py")
    Path(".gitignore").write_text("build/\n*gen*\n", encoding="utf-8")
    Path("x/.gitignore").write_text("keep*\n!gen.py\n", encoding="utf-8")
    _git("add", "-f", "a.py", "build/tracked.py", "gone.py")
    Path("gone.py").unlink()
    assert _files(".") == ["./a.py", "./build/tracked.py", "./new.py", "./x/gen.py", "./x/odd\nname é.py"]
    assert _files("x") == ["x/gen.py", "x/odd\nname é.py"]
    assert _files("build/b.py") == ["build/b.py"]


@needs_git
def test_an_ignored_folder_was_asked_for_by_name() -> None:
    """All of it is checked, and of a folder inside it."""
    _git("init")
    _make("out/a.py", "out/in/b.py", "out/.venv/c.py")
    Path(".gitignore").write_text("out/\n", encoding="utf-8")
    assert _files("out") == ["out/a.py", "out/in/b.py"]
    assert _files("out/in") == ["out/in/b.py"]
    assert _files(".") == []


@needs_git
def test_repositories_inside() -> None:
    """Untracked ones and submodules are looked into, with their own rules."""
    _git("init")
    for name in ("inner", "module"):
        _make(f"{name}/a.py", f"{name}/skip.py")
        Path(name, ".gitignore").write_text("skip.py\n", encoding="utf-8")
        _git("init", folder=name)
        _git("add", ".", folder=name)
        _git("commit", "-m", "x", folder=name)
    _git("add", "module")
    _make("top.py")
    assert _files(".") == ["./inner/a.py", "./module/a.py", "./top.py"]


@needs_git
def test_repositories_in_a_folder_that_is_none() -> None:
    """Each has a say about itself; a link to one is not followed."""
    _git("init", "clones/one")
    _make("clones/one/a.py", "clones/one/skip.py", "clones/skip.py")
    Path("clones/one/.gitignore").write_text("skip.py\n", encoding="utf-8")
    Path("clones/two").symlink_to("one")
    assert _files("clones") == ["clones/one/a.py", "clones/skip.py"]


@needs_git
def test_the_variables_of_a_git_hook_do_not_mislead(monkeypatch: pytest.MonkeyPatch) -> None:
    """As they are set when pre-commit runs."""
    _make("one/a.py", "two/b.py")
    _git("init", folder="one")
    _git("init", folder="two")
    monkeypatch.setenv("GIT_DIR", str(Path("one/.git").absolute()))
    monkeypatch.setenv("GIT_INDEX_FILE", "nowhere")
    assert _files("two") == ["two/b.py"]


@needs_git
def test_a_repositorys_settings_run_no_program() -> None:
    """To read a folder must not execute what it says."""
    _git("init")
    _make("a.py")
    _git("config", "core.fsmonitor", "touch was-run; false")
    assert _files(".") == ["./a.py"]
    assert not Path("was-run").exists()


@pytest.mark.parametrize("is_broken", [True, False])
def test_without_git_the_folder_is_walked(is_broken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """No git, or a repository that git cannot read."""
    _make(".git/x.py", "a.py", "sub/b.py")
    if not is_broken:
        monkeypatch.setattr("shutil.which", lambda _: None)
    assert _files(".") == ["./a.py", "./sub/b.py"]
