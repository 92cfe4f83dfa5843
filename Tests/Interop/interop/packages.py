"""Installs what the servers need, or says why it cannot."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

# What must be there, and Debian's package that brings it.
PROGRAMS = {
    "curl": "curl", "openssl": "openssl", "nginx": "nginx", "apache2": "apache2",
    "squid": "squid", "microsocks": "microsocks", "php": "php-cli", "node": "nodejs",
}
# Says to Debian's scripts that a service is not to be started (invoke-rc.d(8)).
POLICY = pathlib.Path("/usr/sbin/policy-rc.d")


class CannotInstall(Exception):
    """What is missing, and why it stays so."""


def search_path():
    """PATH with the directories where servers are."""
    return os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin:/sbin"


def install_programs():
    """Makes sure that every program is there: apt-get as root for what is missing."""
    os.environ["PATH"] = search_path()
    missing = _missing()
    if not missing:
        return
    names = " ".join(missing)
    if not shutil.which("apt-get"):
        raise CannotInstall(f"missing: {names} (Debian's names), and there is no apt-get here")
    if os.geteuid() != 0:
        raise CannotInstall(f"missing: apt-get install {names}, which takes root")
    print(f"installing {names}", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    has_policy = POLICY.exists()
    try:
        if not has_policy:
            POLICY.write_text("#!/bin/sh\nexit 101\n")
            POLICY.chmod(0o755)
        for command in (["update", "-qq"],
                        ["install", "-y", "-qq", "--no-install-recommends", *missing]):
            _run(["apt-get", *command], environment)
    finally:
        if not has_policy:
            POLICY.unlink(missing_ok=True)
    if still := _missing():
        raise CannotInstall(f"installed, and still missing: {' '.join(still)}")


def install_python(directory, requirements):
    """The virtual environment in `directory` with `requirements`; returns its bin directory."""
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    marker = directory / "installed"
    if not (marker.exists() and marker.read_text() == wanted and _works(directory)):
        print("installing the Python applications", file=sys.stderr, flush=True)
        shutil.rmtree(directory, ignore_errors=True)
        _run([sys.executable, "-m", "venv", str(directory)])
        _run([str(directory / "bin/pip"), "install", "-q", "--disable-pip-version-check",
              "-r", str(requirements)])
        marker.write_text(wanted)
    return directory / "bin"


def _works(directory):
    return _succeeds([str(directory / "bin/python"), "-c", "import flask, django, aiohttp, tuspyserver"])


def _missing():
    missing = {package for program, package in PROGRAMS.items() if not shutil.which(program)}
    if not _succeeds([sys.executable, "-c", "import venv, ensurepip"]):
        missing.add("python3-venv")
    return sorted(missing)


def _succeeds(command):
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _run(command, environment=None):
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        text = done.stdout.decode(errors="replace")[-2000:]
        raise CannotInstall(f"{' '.join(command)} failed:\n{text}")
