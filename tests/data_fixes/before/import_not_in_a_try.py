from elsewhere import R, registry

try:
    import numpy
except ImportError:
    numpy = None


@registry.tool()
def lookup():
    return R
