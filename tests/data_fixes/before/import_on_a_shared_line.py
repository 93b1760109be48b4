import json; from elsewhere import R, registry  # two


@registry.tool()
def lookup():
    return R
