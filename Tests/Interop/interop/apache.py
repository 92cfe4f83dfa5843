"""Apache: Digest, and an HTTP proxy that is spoken to over TLS."""

import os
import pathlib

from .accounts import REALM
from .journal import Journal

_MODULES = """
mpm_prefork authn_core authn_file authz_core authz_user auth_basic auth_digest
alias mime ssl socache_shmcb proxy proxy_http proxy_connect
""".split()
_DIRECTORIES = ("/usr/lib/apache2/modules", "/usr/lib/httpd/modules", "/usr/lib64/httpd/modules")

_FIELDS = {
    "method": "%m", "uri": "%U%q", "protocol": "%H", "status": "%>s", "received": "%I",
    "authorization": "%{Authorization}i", "announced": "%{Content-Length}i",
    "expect": "%{Expect}i", "host": "%{Host}i", "x_one": "%{X-One}i", "port": "%p",
}

_CONFIGURATION = """
ServerRoot {directory}
DefaultRuntimeDir {directory}
PidFile {directory}/apache.pid
ErrorLog {directory}/apache.error
ServerName localhost
{user}
StartServers 2
{modules}
LogFormat '{{{fields}}}' journal
CustomLog {directory}/apache.journal journal
Listen 127.0.0.1:{plain}
Listen 127.0.0.1:{proxy}
TypesConfig /dev/null
<Location /digest>
    AuthType Digest
    AuthName {realm}
    AuthUserFile {accounts}
    Require valid-user
</Location>
Alias /fence /dev/null
<Location /fence>
    Require all granted
</Location>
ProxyPass /digest {application}/form
AllowCONNECT {targets}
<VirtualHost 127.0.0.1:{proxy}>
    SSLEngine on
    SSLCertificateFile {certificate}
    SSLCertificateKeyFile {key}
    ProxyRequests On
    <Proxy *>
        Require all granted
    </Proxy>
</VirtualHost>
"""


class Apache:
    """A running Apache: `port` for plain HTTP, `proxy_port` for the proxy behind TLS."""

    def __init__(self, workplace, certificates, accounts, application, targets):
        self.port, self.proxy_port = workplace.port(), workplace.port()
        self.journal = Journal(workplace.directory / "apache.journal", fence=self.url(""))
        configuration = workplace.write("apache.conf", _CONFIGURATION.format(
            directory=workplace.directory, plain=self.port, proxy=self.proxy_port,
            user="User www-data\nGroup www-data" if os.geteuid() == 0 else "",
            modules="\n".join(_load(module) for module in _MODULES),
            fields=",".join(f'"{name}":"{value}"' for name, value in _FIELDS.items()),
            realm=REALM, accounts=accounts,
            application=application, targets=" ".join(map(str, targets)),
            certificate=certificates.server, key=certificates.server_key))
        workplace.start("apache", ["apache2", "-DFOREGROUND", "-f", configuration],
                        [self.port, self.proxy_port])

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"


def _load(module):
    for directory in _DIRECTORIES:
        path = pathlib.Path(directory) / f"mod_{module}.so"
        if path.exists():
            return f"LoadModule {module}_module {path}"
    raise RuntimeError(f"Apache's mod_{module} is not there")
