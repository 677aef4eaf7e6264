"""Settings that every test shares."""

import os
from pathlib import Path

from hypothesis import settings

os.environ["XDG_CONFIG_HOME"] = str(Path(__file__).with_name("none"))  # no test heeds its runner's settings

settings.register_profile("mark", derandomize=True, deadline=None, database=None)
settings.load_profile("mark")


def pytest_xdist_auto_num_workers() -> int:
    """Give two workers to each core: whole games between processes mostly wait, and leave it idle."""
    return 2 * (os.cpu_count() or 1)
