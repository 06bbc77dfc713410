"""Generator of the benchmark and demonstration scenes of gapless (standard library only)."""
