"""The parts of `scripts/renderers`."""
