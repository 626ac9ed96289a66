"""Modules of `scripts/renderers`."""
