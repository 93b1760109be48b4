"""An example plugin: yearly water levels of six rivers."""
