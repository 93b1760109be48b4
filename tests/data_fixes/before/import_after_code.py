import sys

sys.dont_write_bytecode = True
from elsewhere import R, registry


def helper():
    return R


@registry.tool()
def lookup():
    return R
