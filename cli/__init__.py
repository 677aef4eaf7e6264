"""What people touch: the `mark` command and everything it prints."""
