from elsewhere import R, registry


@registry.tool()
def lookup():
    return R


@registry.tool()
def other():
    return R
