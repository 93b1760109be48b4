"""What is measured inside a process that has the linter: run.py starts this with the Python of such an environment.

`in_process.py JOB ARGUMENT...` prints JSON.
"""

from __future__ import annotations

import functools
import gc
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from generated_files import GROWING, conforming_tools, faulty_tools

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    Work = Callable[[], object]

Key = TypeVar("Key", bound="Hashable")

FULL_OF_TOOLS = 200
# What takes less is done so often that it takes as long.
_LEAST_SECONDS = 0.05


def files(*paths: str) -> list[dict[str, Any]]:
    """The files that mcp-lint finds, and whether the prefilter lets them pass."""
    from mcp_lint.discover import Exclude, discover  # noqa: PLC0415 (other jobs must not import what they do not need)

    found = discover(paths, Exclude())
    return [_described(Path(path)) for path in found.files]


def _described(path: Path) -> dict[str, Any]:
    from mcp_lint.prefilter import is_worth_parsing  # noqa: PLC0415
    from mcp_lint.settings import DEFAULT_SETTINGS  # noqa: PLC0415
    from mcp_lint.source import decode  # noqa: PLC0415

    data = path.read_bytes()
    is_parsed = is_worth_parsing(decode(data).text, DEFAULT_SETTINGS)
    return {"path": str(path), "bytes": len(data), "lines": data.count(b"\n"), "is_parsed": is_parsed}


def full_of_tools(repeat: str) -> dict[str, dict[str, float]]:
    """Seconds to check, and to only parse, files that are full of tools."""
    texts = {"conforming": conforming_tools(FULL_OF_TOOLS), "faulty": faulty_tools(FULL_OF_TOOLS)}
    return check_and_parse(texts, int(repeat))


def growth(repeat: str) -> dict[str, dict[str, list[float]]]:
    """Seconds for each unit of what a file has more and more of: to check it, and to only parse it.

    What the same file takes with no such unit is subtracted.
    """
    result = {}
    for what, (_, make, sizes) in GROWING.items():
        times = check_and_parse({size: make(size) for size in (0, *sizes)}, int(repeat))
        result[what] = {
            work: [(times[size][work] - times[0][work]) / size for size in sizes] for work in ("check", "parse")
        }
    return result


def check_and_parse(texts: Mapping[Key, str], repeat: int) -> dict[Key, dict[str, float]]:
    """Seconds to check, and to only parse, each of the texts."""
    import libcst  # noqa: PLC0415

    from mcp_lint.check import check_text  # noqa: PLC0415

    works: dict[tuple[Key, str], Work] = {}
    for key, text in texts.items():
        works[key, "check"] = functools.partial(check_text, text)
        works[key, "parse"] = functools.partial(libcst.parse_module, text)
    best = best_in_turns(works, repeat)
    return {key: {work: best[key, work] for work in ("check", "parse")} for key in texts}


def best_in_turns(works: Mapping[Key, Work], repeat: int) -> dict[Key, float]:
    """Seconds that each work takes in the quickest of so many rounds; the garbage collector is on, as for a user."""
    loops = {name: _loops(work) for name, work in works.items()}
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeat):
        for name, work in works.items():
            best[name] = min(best[name], _seconds(work, loops[name]) / loops[name])
    return best


def _loops(work: Work) -> int:
    work()  # what it imports or works out once is not measured
    return max(1, round(_LEAST_SECONDS / _seconds(work, 1)))


def _seconds(work: Work, loops: int) -> float:
    """CPU time: unlike the time on the wall, it has no part of what else the machine does meanwhile."""
    gc.collect()
    began = time.process_time()
    for _ in range(loops):
        work()
    return time.process_time() - began


JOBS: dict[str, Callable[..., object]] = {"files": files, "full_of_tools": full_of_tools, "growth": growth}

if __name__ == "__main__":
    print(json.dumps(JOBS[sys.argv[1]](*sys.argv[2:])))
