"""Settings that every test shares."""

import os
from pathlib import Path

from hypothesis import settings

os.environ["XDG_CONFIG_HOME"] = str(Path(__file__).with_name("none"))  # no test heeds its runner's settings

settings.register_profile("mark", derandomize=True, deadline=None, database=None)
settings.load_profile("mark")
