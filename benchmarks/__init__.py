"""Where the program stands in speed: ours, a peer's and the floor, side by side in one run."""
