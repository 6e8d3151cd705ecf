"""What is said: claims, their variables and ranges, files of them, scripts."""
