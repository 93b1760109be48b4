"""The other files of a project: found from a file's own place, read and parsed once, never imported or run."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from mcp_lint.contract import KNOWN_PACKAGES
from mcp_lint.source import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_lint.index import ModuleIndex
    from mcp_lint.names import Binding, External

_INIT = "__init__.py"
# Names that no project has for a package of its own: nothing is read for them.
_NOT_THE_PROJECTS = KNOWN_PACKAGES | {"mcp_server"} | sys.stdlib_module_names | {"builtins"}
# Characters of source whose trees are kept; a tree takes some 200 times as many bytes. Of the files beyond that, one is
# parsed again when it is needed again.
MAX_KEPT = 1_000_000
# A longer file is not followed into: parsing it would be noticed. Nor is one that is nested deeper than code is, whose
# tree cannot be kept: `positions.py` may change it.
MAX_LENGTH = 500_000
# `from .a import f` of a module that has it from another one, and so on.
MAX_HOPS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """What a dotted name stands for: a binding, which is no import, of a module or of a class in it."""

    index: ModuleIndex
    binding: Binding


Found = Definition | str | None


@dataclass(slots=True, eq=False)
class Project:
    """What one run, or one process of it, knows of the files beside those that it checks.

    ``folders``: where packages may lie, in order.
    """

    folders: tuple[str, ...] = ()
    _kept: dict[str, ModuleIndex | None] = field(default_factory=dict)
    _found: dict[tuple[str, str, bool], Found] = field(default_factory=dict)
    _around: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def adopt(self, index: ModuleIndex) -> None:
        """Keep a module that has been parsed because it was to be checked itself."""
        if index.file is not None and _is_shallow(index.file.text):
            self._keep(index.file.path, index)

    def known(self, path: str, text: str) -> ModuleIndex | None:
        """The module at a path, if it has been parsed from this very text."""
        index = self._kept.get(path)
        return index if index is not None and index.file is not None and index.file.text == text else None

    def find(self, dotted: str, index: ModuleIndex, *, is_guess: bool = False) -> Found:
        """What a dotted name that a module imports (``energy.matrix``, ``.energy.matrix``) stands for.

        A string: the dotted name, from outside the project, of which a module of the project has it.
        ``is_guess``: the name is one that only a star import of the module can have brought. None where that is outside
        the project, not to be read, or not sure: a name that is bound twice.
        """
        if index.file is None:
            return None
        key = index.file.path, dotted, is_guess
        if key not in self._found:
            search = _Search(self, set())
            self._found[key] = search.by_star(dotted, index) if is_guess else search.find(dotted, index.file.path)
        return self._found[key]

    def module(self, path: str) -> ModuleIndex | None:
        """The module in a file; None where there is none that can be read and parsed."""
        if path not in self._kept:
            self._keep(path, _parsed(path, self))
        return self._kept[path]

    def folders_around(self, folder: str) -> tuple[str, ...]:
        """Where the packages that a file in a folder imports may lie, in order."""
        if folder not in self._around:
            root = _root_of(folder)
            near = root, os.path.join(root, "src"), os.path.join(os.path.dirname(root), "src")
            self._around[folder] = (*near, *self.folders)
        return self._around[folder]

    def _keep(self, path: str, index: ModuleIndex | None) -> None:
        if self._kept.pop(path, None) is not index:
            self._forget_found(path)
        self._kept[path] = index
        kept = {path: each.file for path, each in self._kept.items() if each is not None and each.file is not None}
        size = sum(len(each.text) for each in kept.values())
        for oldest in list(kept)[:-1]:
            if size <= MAX_KEPT:
                break
            size -= len(kept[oldest].text)
            del self._kept[oldest]
            self._forget_found(oldest)

    def _forget_found(self, path: str) -> None:
        self._found = {key: found for key, found in self._found.items() if not _is_of(found, path)}


def find(target: External, index: ModuleIndex | None) -> Definition | External | None:
    """What a name from outside a module stands for: a definition in its project, or another name from outside that.

    None where that is not to be followed.
    """
    if index is None or index.file is None or target.is_type_checking:
        return None
    found = index.file.project.find(target.dotted, index, is_guess=target.is_guess)
    return replace(target, dotted=found, is_guess=False) if isinstance(found, str) else found


def absolute(path: str) -> str:
    """A path by which one file is known, whatever the folder that it was named from."""
    return os.path.abspath(path)


def _is_of(found: Found, path: str) -> bool:
    return isinstance(found, Definition) and found.index.file is not None and found.index.file.path == path


def folders_of(paths: Iterable[str]) -> tuple[str, ...]:
    """Where the packages of a command line's files and folders may lie."""
    found: dict[str, None] = {}
    for path in paths:
        full = absolute(path)
        root = _root_of(full if os.path.isdir(full) else os.path.dirname(full))
        found.update(dict.fromkeys((root, os.path.join(root, "src"))))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Search:
    """One question: ``seen`` are the names that were asked for on the way to it."""

    project: Project
    seen: set[tuple[str, str]]

    def by_star(self, dotted: str, index: ModuleIndex) -> Found:
        """A name of a module with star imports, which is written as one of the last of them."""
        last = index.scope.bindings["*"][-1].dotted or ""
        return self._by_star(index, tuple(dotted[len(last) :].lstrip(".").split(".")))

    def find(self, dotted: str, path: str) -> Found:
        """A name that a file imports."""
        name = dotted.lstrip(".")
        parts = tuple(name.split(".")) if name else ()
        level = len(dotted) - len(name)
        if not parts or len(self.seen) > MAX_HOPS:
            return None
        folder = self._start(level, parts, path)
        if folder is None:
            return dotted if self.seen else None
        return self._in_folder(folder, parts) if level else self._in_member(folder, parts)

    def _in_folder(self, folder: str, parts: tuple[str, ...]) -> Found:
        """A package's own names, which it may have from elsewhere, come before the files in it."""
        init = os.path.join(folder, _INIT)
        if _is_file(init) and (init, parts[0]) not in self.seen:
            index = self.project.module(init)
            if index is not None and index.scope.bindings.get(parts[0]):
                return self._in_module(index, parts)
        if _has_module(folder, parts[0]):
            return self._in_member(folder, parts)
        index = self.project.module(init) if _is_file(init) else None
        return self._in_module(index, parts) if index is not None else None

    def _in_member(self, folder: str, parts: tuple[str, ...]) -> Found:
        inner = os.path.join(folder, parts[0])
        if len(parts) == 1:
            return None  # a module, and nothing in it
        # As Python looks: a package, a module, and only then a folder without `__init__.py`.
        if not _is_file(os.path.join(inner, _INIT)) and _is_file(inner + ".py"):
            index = self.project.module(inner + ".py")
            return self._in_module(index, parts[1:]) if index is not None else None
        return self._in_folder(inner, parts[1:])

    def _in_module(self, index: ModuleIndex, parts: tuple[str, ...]) -> Found:
        assert index.file is not None
        name = parts[0]
        if (index.file.path, name) in self.seen:
            return None
        self.seen.add((index.file.path, name))
        bindings = [binding for binding in index.scope.bindings.get(name, ()) if not binding.is_type_checking]
        if not bindings:
            return self._by_star(index, parts)
        return self._of_binding(index, bindings[0], parts[1:]) if len(bindings) == 1 else None

    def _of_binding(self, index: ModuleIndex, binding: Binding, rest: tuple[str, ...]) -> Found:
        assert index.file is not None
        if binding.dotted is not None:
            return self.find(_joined(binding.dotted, rest), index.file.path)
        if binding.inner is not None and binding.inner.is_class and rest:
            members = binding.inner.bindings.get(rest[0], [])
            return Definition(index, members[0]) if len(members) == 1 and len(rest) == 1 else None
        return self._of_value(index, binding, rest)

    def _of_value(self, index: ModuleIndex, binding: Binding, rest: tuple[str, ...]) -> Found:
        """What a function or value stands for: ``matrix = _matrix`` is another name for something."""
        from mcp_lint.names import Bound, External, Local, resolve  # noqa: PLC0415 (imports libcst)

        assert index.file is not None
        targets = resolve(binding.node, index.scope) if binding.kind is Bound.VALUE and binding.node is not None else ()
        only = targets[0] if len(targets) == 1 else None
        if isinstance(only, External):
            return self.find(_joined(only.dotted, rest), index.file.path)
        if rest:
            return None
        return Definition(index, only.binding if isinstance(only, Local) else binding)

    def _by_star(self, index: ModuleIndex, parts: tuple[str, ...]) -> Found:
        assert index.file is not None
        for star in reversed(index.scope.bindings.get("*", [])):
            file = self._file_of(star.dotted or "", index.file.path)
            other = self.project.module(file) if file is not None else None
            if other is None:
                return None  # it may have the name
            found = self._in_module(other, parts) if _is_exported(other, parts[0]) else None
            if found is not None:
                return found
        return None

    def _file_of(self, dotted: str, path: str) -> str | None:
        """The file of a module or package, as imported from a file."""
        name = dotted.lstrip(".")
        parts = tuple(name.split(".")) if name else ()
        folder = self._start(len(dotted) - len(name), parts, path)
        if folder is None:
            return None
        inner = os.path.join(folder, *parts)
        init = os.path.join(inner, _INIT)
        return init if _is_file(init) else f"{inner}.py" if _is_file(f"{inner}.py") else None

    def _start(self, level: int, parts: tuple[str, ...], path: str) -> str | None:
        """The folder in which the first part of an import lies; ``level``: how many dots there are before it."""
        folder = os.path.dirname(path)
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return folder
        if parts[0] in _NOT_THE_PROJECTS:
            return None
        folders = self.project.folders_around(folder)
        # A folder without `__init__.py` is a package only where there is nothing else of that name.
        return next(
            (each for is_there in (_has_file, _has_module) for each in folders if is_there(each, parts[0])), None
        )


def _joined(dotted: str, rest: tuple[str, ...]) -> str:
    """``.a`` and ``b`` are ``.a.b``; ``.`` and ``b`` are ``.b``."""
    return "".join((dotted, "" if not rest or dotted.endswith(".") else ".", ".".join(rest)))


def _is_exported(index: ModuleIndex, name: str) -> bool:
    """Whether ``from module import *`` gives a name: those in ``__all__``, or all that do not begin with ``_``."""
    listed = index.scope.bindings.get("__all__")
    if not listed:
        return not name.startswith("_")
    return len(listed) == 1 and name in _literal_texts(listed[0])


def _literal_texts(binding: Binding) -> Iterator[str]:
    import libcst as cst  # noqa: PLC0415 (most runs need no libcst)

    from mcp_lint.syntax import string_value  # noqa: PLC0415 (as above)

    if isinstance(binding.node, (cst.List, cst.Tuple)):
        for element in binding.node.elements:
            text = string_value(element.value)
            if text is not None:
                yield text


def _parsed(path: str, project: Project) -> ModuleIndex | None:
    from mcp_lint.check import parse_file  # noqa: PLC0415 (imports libcst)
    from mcp_lint.parse import ParseFailure  # noqa: PLC0415 (as above)

    try:
        with open(path, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode) or os.fstat(file.fileno()).st_size > MAX_LENGTH:
                return None
            text = decode(file.read()).text
    except OSError:
        return None
    if not _is_shallow(text):
        return None
    index = parse_file(text, path, project)
    return None if isinstance(index, ParseFailure) else index


def _is_shallow(text: str) -> bool:
    from mcp_lint.depth import Depth, depth_of  # noqa: PLC0415 (most runs need no parser)

    return depth_of(text) is Depth.USUAL


def _root_of(folder: str) -> str:
    """The folder that the outermost package around a file lies in."""
    while _is_file(os.path.join(folder, _INIT)) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def _has_file(folder: str, name: str) -> bool:
    inner = os.path.join(folder, name)
    return _is_file(inner + ".py") or _is_file(os.path.join(inner, _INIT))


def _has_module(folder: str, name: str) -> bool:
    return _has_file(folder, name) or os.path.isdir(os.path.join(folder, name))


def _is_file(path: str) -> bool:
    return os.path.isfile(path)
