"""Every decoder under bytes that grow out of sound ones: `python -m tests.fuzz --seconds 60`."""
