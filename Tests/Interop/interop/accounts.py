"""The login that servers and proxies ask for."""

import hashlib
import subprocess

USER = "ann"
PASSWORD = "s3cret:pass word"
LOGIN = f"{USER}:{PASSWORD}"
REALM = "interop"


def write(workplace):
    """The files for Basic (nginx, Apache, squid) and Digest (Apache); returns their paths."""
    hashed = subprocess.run(
        ["openssl", "passwd", "-apr1", "-stdin"], input=PASSWORD, capture_output=True, text=True,
        check=True).stdout.strip()
    secret = hashlib.md5(f"{USER}:{REALM}:{PASSWORD}".encode()).hexdigest()
    return (workplace.write("accounts/basic", f"{USER}:{hashed}\n"),
            workplace.write("accounts/digest", f"{USER}:{REALM}:{secret}\n"))
