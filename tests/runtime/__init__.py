"""Tests of the registry and the server."""
