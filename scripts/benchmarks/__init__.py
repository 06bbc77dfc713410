"""What the benchmark and audit scripts share."""
