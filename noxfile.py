"""How the project is tested: `nox` runs all of it, `nox --list` names the parts, `nox -s tests-3.12` runs one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import nox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "virtualenv"
nox.options.download_python = "never"
nox.options.reuse_venv = "yes"

ROOT = Path(__file__).parent
# The linter, the runtime, and an example plugin that the runtime serves.
DISTRIBUTIONS = (".", "./runtime", "./examples/plugin_river_levels")
SUPPORTED = ("3.10", "3.11", "3.12", "3.13")
# Faulty on purpose, so that the checker has something to find.
FAULTY = ("data", "data_fixes", "projects", "runtime", "agreement", "__pycache__")
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"
ASK_VERSION = "import platform as p; print(p.python_implementation(), *p.python_version_tuple()[:2])"


def groups(*names: str) -> tuple[str, ...]:
    """Return what the groups of pyproject.toml name, as requirements."""
    return nox.project.dependency_groups(nox.project.load_toml(ROOT / "pyproject.toml"), *names)


def on_path(name: str) -> Iterator[Path]:
    """Find every program of the name on PATH, not only the first: a shim may stand before an interpreter that runs."""
    for folder in os.get_exec_path():
        found = shutil.which(name, path=folder)
        if found:
            yield Path(found)


def of_pyenv(version: str) -> Iterator[Path]:
    """Find the interpreters of the version that pyenv has installed, the newest first."""
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = versions.glob(f"{version}.*/bin/python{version}")
    return iter(sorted(found, key=lambda path: _patch_number(path.parent.parent.name), reverse=True))


def _patch_number(version: str) -> int:
    last = version.rpartition(".")[2]
    return int(last) if last.isdecimal() else -1


def runs_as(interpreter: Path, version: str) -> bool:
    """Tell whether the program starts and is CPython of that version."""
    command = [str(interpreter), "-I", "-c", ASK_VERSION]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return False
    return answer.stdout.split() == ["CPython", *version.split(".")]


def find_interpreter(version: str) -> tuple[Path | None, list[Path]]:
    """Find the first interpreter of the version that runs, and what stood before it and does not."""
    broken: list[Path] = []
    for candidate in (*on_path(f"python{version}"), *of_pyenv(version), Path(sys.executable)):
        if runs_as(candidate, version):
            return candidate, broken
        if candidate != Path(sys.executable):
            broken.append(candidate)
    return None, broken


def add_tests(version: str) -> None:
    """Define the session `tests-VERSION`, or one that says why there is none."""
    interpreter, broken = find_interpreter(version)
    remarks = [f"{path} does not run" for path in broken]
    # How the linter follows a program hardly depends on the version that it runs on.
    programs = "2000" if version == RUNNING else "400"

    def tests(session: nox.Session) -> None:
        if interpreter is None:
            session.skip("; ".join([f"this machine has no CPython {version} that runs", *remarks]))
        for remark in remarks:
            session.log(f"left out: {remark}")
        session.install("-q", *DISTRIBUTIONS, *groups("test"))
        session.run("pytest", "-n", "auto", *session.posargs, env={"AGREEMENT_PROGRAMS": programs})

    tests.__doc__ = f"Run the tests on CPython {version}."
    python = str(interpreter) if interpreter else False
    define: Callable[..., object] = nox.session(name=f"tests-{version}", python=python, tags=["tests"])
    define(tests)


@nox.session(name="flake8-6.0", tags=["tests"])
def oldest(session: nox.Session) -> None:
    """Run the plugin in the oldest flake8, with the oldest libcst."""
    session.install("-q", ".", *groups("test", "oldest"))
    names = ("cases", "newer_syntax", "flake8_plugin", "flake8_options", "noqa", "noqa_like_flake8")
    session.run("pytest", "-n", "auto", *(f"tests/lint/test_{name}.py" for name in names), *session.posargs)


@nox.session(name="other-plugins", tags=["tests"])
def other_plugins(session: nox.Session) -> None:
    """Run the plugin next to others that are in wide use."""
    session.install("-q", ".", *groups("test", "plugins"))
    names = ("other_plugins", "flake8_plugin")
    session.run("pytest", "-n", "auto", *(f"tests/lint/test_{name}.py" for name in names), *session.posargs)


def own_code() -> list[str]:
    """List the paths that must be clean: all of the project's code but the inputs that are faulty on purpose."""
    tests = sorted(path for path in (ROOT / "tests").iterdir() if path.name not in FAULTY)
    folders = [ROOT / name for name in ("mcp_lint", "runtime", "tools", "benchmarks")]
    paths = [*folders, ROOT / "noxfile.py", *tests]
    return [str(path.relative_to(ROOT)) for path in paths if path.is_dir() or path.suffix == ".py"]


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, types, and that the project's own checker finds nothing in the project."""
    session.install("-q", *DISTRIBUTIONS, *groups("test", "lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy", "--strict", "mcp_lint", "runtime/mcp_server", "tests", "tools", "benchmarks", "noxfile.py")
    session.run("mcp-lint", *own_code())
    session.run("flake8", "--select", "MCP", *own_code())


@nox.session
def docs(session: nox.Session) -> None:
    """Check that what is made from the rules (docs/rules, parts of README.md) is current."""
    session.install("-q", ".")
    session.run("python", "tools/generate_rule_docs.py", "--check")


for _version in dict.fromkeys((*SUPPORTED, RUNNING)):
    add_tests(_version)
