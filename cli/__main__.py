"""Lets `python -m cli` be the command `mark`."""

from cli.main import run

if __name__ == "__main__":
    run()
