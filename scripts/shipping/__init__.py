"""What a release consists of, one kind of artefact per module. `scripts/release` puts them together."""
