"""A file written anew, whole or not at all: whatever happens meanwhile, either the old or the new one is there.

The new bytes go into a temporary file in the same folder, which then takes the old one's place in one step. Where the
system can, that file has no name until all of it is written, so that not even a killed process leaves it behind.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

_PREFIX = ".mcp-lint-"
_DESCRIPTORS = "/proc/self/fd"
# What a system or a file system without unnamed files answers: the last one is an old kernel's.
_NOT_SUPPORTED = frozenset({errno.EOPNOTSUPP, errno.EINVAL, errno.EISDIR})
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What a file held when it was read, what it is to hold, and how many violations that mends.

    ``path``: as it is opened; ``name``: as it is reported.
    """

    path: str
    name: str
    before: bytes
    after: bytes
    count: int

    @property
    def is_change(self) -> bool:
        """Whether there is anything to write."""
        return self.before != self.after


def replace_file(rewrite: Rewrite) -> None:
    """Give the file its new bytes; its mode and, where that is allowed, its owner stay.

    A symbolic link stays one: what it leads to is written. Another hard link to the file keeps the old bytes.

    Raises:
        OSError: It cannot be written, is read-only, or no longer holds what was read. The old file is then untouched.

    """
    path = rewrite.path
    target = os.path.realpath(path)
    status = os.stat(target)  # noqa: PTH116 (a Path adds nothing here)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", path)
    # Root, and whoever owns the folder, could replace it all the same.
    if not status.st_mode & _WRITABLE or not _may_write(target):
        raise PermissionError(errno.EACCES, "the file is read-only", path)
    with open(target, "rb") as file:  # noqa: PTH123 (as above)
        now = file.read()
    if now == rewrite.after:  # by another name for it, say
        return
    if now != rewrite.before:
        raise OSError(errno.EBUSY, "the file has changed since it was read", path)
    folder = os.path.dirname(target)  # noqa: PTH120 (as above)
    with _new_file(folder, rewrite.after, status) as written:
        os.replace(written, target)  # noqa: PTH105 (as above)
    _sync_folder(folder)


def _may_write(path: str) -> bool:
    """Whether the user may for whom the process acts, which need not be the one who started it."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


@contextmanager
def _new_file(folder: str, data: bytes, status: os.stat_result) -> Iterator[str]:
    """The path of a new file with the data on the disk; gone afterwards, unless it has been moved."""
    name = os.path.join(folder, f"{_PREFIX}{os.urandom(8).hex()}")  # noqa: PTH118 (a Path adds nothing here)
    try:
        if not _make_unnamed(name, folder, data, status):
            _make_named(name, data, status)
        yield name
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)  # noqa: PTH108 (as above)


def _make_unnamed(name: str, folder: str, data: bytes, status: os.stat_result) -> bool:
    """Write the file before it has its name, as Linux can in most file systems; False where nothing was done."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir(_DESCRIPTORS):  # noqa: PTH112 (as above)
        return False
    try:
        descriptor = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600)
    except OSError as error:
        if error.errno in _NOT_SUPPORTED:
            return False
        raise
    with open(descriptor, "wb") as file:  # noqa: PTH123 (a descriptor)
        _fill(file, data, status)
        # With any folder's descriptor, Python calls the one function that follows the link.
        os.link(f"{_DESCRIPTORS}/{descriptor}", name, src_dir_fd=descriptor)
    return True


def _make_named(name: str, data: bytes, status: os.stat_result) -> None:
    descriptor = os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600)
    with open(descriptor, "wb") as file:  # noqa: PTH123 (a descriptor)
        _fill(file, data, status)


def _fill(file: BinaryIO, data: bytes, status: os.stat_result) -> None:
    """Write all, with the mode and owner of the old file, and wait until the disk has it."""
    file.write(data)
    file.flush()
    if hasattr(os, "fchown"):
        # Before the mode, since it takes away the bits that let others run a file as its owner.
        with suppress(OSError):
            os.fchown(file.fileno(), status.st_uid, status.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(file.fileno(), stat.S_IMODE(status.st_mode))
    os.fsync(file.fileno())


def _sync_folder(folder: str) -> None:
    """Let the new name outlive a power cut; not every system can open a folder."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
