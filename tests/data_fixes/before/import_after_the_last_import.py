import json
from elsewhere import R, registry


@registry.tool()
def lookup():
    return R
