"""Runs formpost and curl against real servers and compares what these saw."""
