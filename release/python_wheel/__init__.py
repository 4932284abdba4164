"""What setup.py puts into the wheel beside the package."""
