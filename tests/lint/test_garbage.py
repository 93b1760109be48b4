"""The garbage collector waits during a check, and only then."""

from __future__ import annotations

import gc

import pytest

from mcp_lint.garbage import collector_paused


def test_it_goes_on_afterwards() -> None:
    """Also where the check raises."""
    with pytest.raises(LookupError):
        _fail_while_paused()
    assert gc.isenabled()


@collector_paused()
def _fail_while_paused() -> None:
    assert not gc.isenabled()
    raise LookupError


def test_whoever_paused_it_lets_it_go_on() -> None:
    """A check inside of another pause does not end that one."""
    with collector_paused():
        with collector_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
