"""A file is written whole or not at all: whatever fails, and whenever."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from typing import TYPE_CHECKING, NoReturn

import pytest

from mcp_lint import rewrite
from mcp_lint.rewrite import Rewrite, replace_file

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEW = b"old\n", b"new, and longer\n" * 1000
_posix = pytest.mark.skipif(sys.platform == "win32", reason="modes, links and signals of POSIX")
# Writing that stops half way: by a full disk, by a limit, by a kill.
KILLED = """
import os, signal, sys
from mcp_lint import rewrite

def write_half(file, data, status):
    file.write(data[: len(data) // 2])
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)

rewrite._fill = write_half
rewrite.replace_file(rewrite.Rewrite(sys.argv[1], "name", b"old\\n", b"new, and longer\\n" * 1000, 1))
"""


@pytest.fixture(params=["unnamed", "named"])
def _both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the system's unnamed files, where it has them, and without."""
    if request.param == "named":
        monkeypatch.setattr(rewrite, "_make_unnamed", lambda *_: False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file, alone in its folder."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file.py").write_bytes(OLD)
    return folder / "file.py"


def _replace(path: Path) -> None:
    replace_file(Rewrite(str(path), path.name, OLD, NEW, 1))


def _assert_untouched(path: Path) -> None:
    assert path.read_bytes() == OLD
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.usefixtures("_both_ways")
class TestBothWays:
    """Whether or not the system has files without a name."""

    def test_the_file_is_written(self, path: Path) -> None:
        """And nothing else is there."""
        _replace(path)
        assert path.read_bytes() == NEW
        assert list(path.parent.iterdir()) == [path]

    @_posix
    @pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o664, 0o4711])
    def test_the_mode_is_kept(self, path: Path, mode: int) -> None:
        """Whatever the umask."""
        path.chmod(mode)
        _replace(path)
        assert stat.S_IMODE(path.stat().st_mode) == mode

    @_posix
    def test_a_link_stays_one(self, path: Path, tmp_path: Path) -> None:
        """What it leads to, by another link, in another folder, is written."""
        second, first = tmp_path / "second.py", tmp_path / "first.py"
        second.symlink_to(path)
        first.symlink_to("second.py")
        _replace(first)
        assert first.is_symlink()
        assert second.is_symlink()
        assert not path.is_symlink()
        assert path.read_bytes() == NEW

    @pytest.mark.parametrize("step", ["replace", "fsync"])
    def test_a_step_that_fails(self, path: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The old file is there, and no other."""

        def fail(*_: object) -> NoReturn:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, step, fail)
        with pytest.raises(OSError, match="No space"):
            _replace(path)
        _assert_untouched(path)

    def test_an_interruption(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl-C, just before the last step."""

        def interrupt(*_: object) -> NoReturn:
            raise KeyboardInterrupt

        monkeypatch.setattr(os, "replace", interrupt)
        with pytest.raises(KeyboardInterrupt):
            _replace(path)
        _assert_untouched(path)

    @_posix
    def test_a_full_disk(self, path: Path) -> None:
        """No file may be longer than some bytes: the write itself fails half way."""
        import resource  # noqa: PLC0415 (not on Windows)

        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(NEW) // 2, limits[1]))
        try:
            with pytest.raises(OSError, match="File too large"):
                _replace(path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, ignored)
        _assert_untouched(path)


@_posix
def test_a_process_that_is_killed_while_it_writes(path: Path) -> None:
    """The old file is there; where files can be without a name, nothing else is."""
    run = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, capture_output=True)
    assert run.returncode == -signal.SIGKILL
    assert path.read_bytes() == OLD
    assert all(each.name.startswith(".mcp-lint-") for each in path.parent.iterdir() if each != path)
    if _has_unnamed_files(path.parent):
        _assert_untouched(path)


def _has_unnamed_files(folder: Path) -> bool:
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
    except (AttributeError, OSError):
        return False
    return True


@_posix
def test_a_read_only_file(path: Path) -> None:
    """Not even root writes it: somebody has said that it is to stay."""
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="the file is read-only"):
        _replace(path)
    _assert_untouched(path)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root writes into every folder")
def test_a_read_only_folder(path: Path) -> None:
    """Nothing is written past it."""
    path.parent.chmod(0o555)
    try:
        with pytest.raises(PermissionError):
            _replace(path)
        _assert_untouched(path)
    finally:
        path.parent.chmod(0o755)


def test_a_file_that_has_changed_meanwhile(path: Path) -> None:
    """Somebody's last edit is not lost."""
    path.write_bytes(b"newer\n")
    with pytest.raises(OSError, match="has changed since it was read"):
        _replace(path)
    assert path.read_bytes() == b"newer\n"


def test_what_is_no_file(tmp_path: Path) -> None:
    """A folder, or nothing at all."""
    with pytest.raises(OSError, match="not a regular file"):
        replace_file(Rewrite(str(tmp_path), "x", OLD, NEW, 1))
    with pytest.raises(FileNotFoundError):
        replace_file(Rewrite(str(tmp_path / "none.py"), "x", OLD, NEW, 1))
