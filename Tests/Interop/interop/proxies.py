"""squid, with and without a login, and microsocks, with and without one."""

import os

from .accounts import PASSWORD, USER
from .journal import Journal, SocksJournal

# A name that only squid can resolve.
HIDDEN_HOST = "hidden.interop.test"

# client_request_buffer_max_size: squid 5 resets the connection of a client that sends so much faster than squid sends
# it on, as curl does on a loaded machine; 512 KB is its default.
_SQUID = """
http_port 127.0.0.1:{open} name=open
http_port 127.0.0.1:{closed} name=closed
visible_hostname localhost
hosts_file {directory}/squid.hosts
pid_filename none
cache_log {directory}/squid.log
coredump_dir {directory}
logformat journal {{"method":"%rm","url":"%ru","status":"%>Hs","user":"%[un","x_one":"%{{X-One}}>h","port":"%>lp","agent":"%{{User-Agent}}>h"}}
strip_query_terms off
access_log stdio:{directory}/squid/journal journal
cache deny all
client_request_buffer_max_size 256 MB
shutdown_lifetime 0 seconds
{user}
auth_param basic program {helper} {accounts}
auth_param basic realm interop
auth_param basic children 1
acl closed myportname closed
acl known proxy_auth REQUIRED
http_access deny closed !known
http_access allow all
"""
_HELPERS = ("/usr/lib/squid/basic_ncsa_auth", "/usr/lib64/squid/basic_ncsa_auth")


class Squid:
    """A running squid: `open` and `closed` are the URLs of its ports."""

    def __init__(self, workplace, accounts, fence):
        ports = {name: workplace.port() for name in ("open", "closed")}
        self.open = f"http://127.0.0.1:{ports['open']}"
        self.closed = f"http://127.0.0.1:{ports['closed']}"
        self.open_port = ports["open"]
        journal = workplace.path("squid/journal")
        journal.parent.chmod(0o777)
        self.journal = Journal(journal, fence, proxy=self.open)
        workplace.write("squid.hosts", f"127.0.0.1 {HIDDEN_HOST}\n")
        workplace.write("squid.log", "").chmod(0o666)
        configuration = workplace.write("squid.conf", _SQUID.format(
            directory=workplace.directory, accounts=accounts, **ports,
            user="cache_effective_user proxy" if os.geteuid() == 0 else "",
            helper=next(path for path in _HELPERS if os.path.exists(path))))
        workplace.start("squid", ["squid", "-N", "-f", configuration], ports.values())


class Socks:
    """A running microsocks, which wants a login where `has_login`."""

    def __init__(self, workplace, name, has_login=False):
        self.port = workplace.port()
        self.address = f"127.0.0.1:{self.port}"
        self.journal = SocksJournal(workplace.directory / f"{name}.out")
        login = ["-u", USER, "-P", PASSWORD] if has_login else []
        workplace.start(name, ["microsocks", "-i", "127.0.0.1", "-p", self.port, *login],
                        [self.port])
