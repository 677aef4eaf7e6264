"""Settings that every test shares."""

from hypothesis import settings

settings.register_profile("mark", derandomize=True, deadline=None, database=None)
settings.load_profile("mark")
