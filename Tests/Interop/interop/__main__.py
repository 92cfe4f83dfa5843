"""interop COMMAND [GROUP]...: makes the checks of all groups, or of those that are named."""

import argparse
import importlib
import os
import pathlib
import signal
import sys

from . import packages
from .bench import Bench
from .report import Report
from .workplace import CannotStart, Workplace

# What scenarios compare with curl at our own server, and what is an option of libcurl alone, is not tried again.
GROUPS = ("forms", "limits", "tls", "identity", "authentication", "proxies", "socks", "versions",
          "redirects", "large", "resume")
HERE = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(prog="interop", description=__doc__)
    parser.add_argument("command", help="the built formpost")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=" ".join(GROUPS))
    arguments = parser.parse_args()
    if unknown := set(arguments.groups) - set(GROUPS):
        parser.error(f"no group {' '.join(sorted(unknown))}: {' '.join(GROUPS)}")
    command = pathlib.Path(arguments.command).resolve()
    project = HERE.parent.parent
    try:
        packages.install_programs()
        python = packages.install_python(
            project / ".build/interop/venv", HERE / "requirements.txt")
    except packages.CannotInstall as reason:
        sys.exit(f"interop: {reason}")
    workplace = Workplace()
    _end_with(workplace)
    report = Report()
    try:
        picture = (project / "Fixtures/img.png").read_bytes()
        bench = Bench(workplace, command, picture, python)
        for group in arguments.groups or GROUPS:
            module = importlib.import_module(f".checks.{group}", __package__)
            report.make(group, module.checks(bench), getattr(module, "AT_ONCE", 1))
    except CannotStart as reason:
        sys.exit(f"interop: {reason}")
    finally:
        workplace.close()
    report.close()
    sys.exit(1 if report.failed or not report.passed else 0)


def _end_with(workplace):
    """Makes `workplace` end with us, whatever ends us."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def end(number, _):
        for other in signals:
            signal.signal(other, signal.SIG_IGN)
        workplace.close()
        # At once: the threads that wait for clients would hold an ordinary exit up.
        os._exit(128 + number)

    for number in signals:
        signal.signal(number, end)


main()
