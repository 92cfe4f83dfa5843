"""The checks, a module for each group: `checks(bench)` yields them."""
