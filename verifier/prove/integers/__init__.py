"""Closers for claims about integers: induction, remainders, floors."""
