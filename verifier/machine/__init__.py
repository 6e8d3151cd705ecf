"""What the machine and other people do to a program: folders, closed files, odd files, what broke off."""
