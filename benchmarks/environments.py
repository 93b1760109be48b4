"""Virtual environments to measure in: what is compared differs by the one distribution that it is about."""

from __future__ import annotations

import functools
import json
import os
import venv
from dataclasses import dataclass
from pathlib import Path

from measure import BenchmarkError, run

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Environment:
    """One virtual environment. ``versions``: of each distribution in it, by name."""

    programs: Path
    python: str
    versions: dict[str, str]

    def program(self, name: str) -> str:
        """The path of a program of the environment."""
        return str(self.programs / name)


def make_environment(folder: Path, *requirements: str) -> Environment:
    """Make an environment, and install in it; pip downloads from where it is set up to."""
    builder = venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt")
    context = builder.ensure_directories(folder)
    builder.create(folder)
    pip = [context.env_exe, "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", *requirements])
    listed = json.loads(run([*pip, "list", "--format", "json"]).stdout)
    versions = {each["name"].lower(): each["version"] for each in listed}
    return Environment(Path(context.bin_path), context.env_exe, versions)


class Environments:
    """The environments of a run, each made when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        """Make them in this folder."""
        self._folder = folder

    @functools.cached_property
    def plugin(self) -> Environment:
        """flake8 and this repository's linter."""
        return _checked(make_environment(self._folder / "plugin", str(ROOT)), "flake8-mcp")

    @functools.cached_property
    def bare(self) -> Environment:
        """flake8 alone, of the same version."""
        return _checked(make_environment(self._folder / "bare", self._same("flake8")), None)

    @functools.cached_property
    def flake8_async(self) -> Environment:
        """flake8 and flake8-async, with the same versions of flake8 and libcst."""
        requirements = (self._same("flake8"), self._same("libcst"), "flake8-async")
        return _checked(make_environment(self._folder / "async", *requirements), "flake8-async")

    @functools.cached_property
    def ruff(self) -> Environment:
        """The tool ruff alone."""
        return make_environment(self._folder / "ruff", "ruff")

    def versions(self) -> dict[str, str]:
        """The versions of what was compared."""
        wanted = ("flake8", "flake8-async", "libcst", "ruff")
        made = [each for each in self.__dict__.values() if isinstance(each, Environment)]
        found = {name: version for each in made for name, version in each.versions.items()}
        return {name: found[name] for name in wanted if name in found}

    def _same(self, name: str) -> str:
        return f"{name}=={self.plugin.versions[name]}"


def _checked(made: Environment, plugin: str | None) -> Environment:
    """Make sure that flake8 loads the plugin that it is measured with, and not the other."""
    shown = "".join(run([made.program("flake8"), "--version"]).stdout.split())  # it is broken into lines
    loaded = [name for name in ("flake8-mcp", "flake8-async") if name in shown]
    if loaded != ([] if plugin is None else [plugin]):
        msg = f"flake8 should load {plugin}, and loads {loaded}"
        raise BenchmarkError(msg)
    return made
