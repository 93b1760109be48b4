from elsewhere import R, registry


class DataToolOutput:
    pass


@registry.tool()
def lookup():
    return R
