"""Everything that checks work with: the clients, the files, and all that was started."""

from . import accounts, applications, forms
from .apache import Apache
from .certificates import Certificates
from .clients import Curl, Formpost
from .nginx import Nginx
from .proxies import Socks, Squid
from .workplace import has_ipv6


class Bench:
    """Starts all servers in `workplace`."""

    def __init__(self, workplace, command, picture, python):
        self.workplace = workplace
        self.python = python
        self.formpost = Formpost(command, workplace)
        self.curl = Curl(workplace)
        self.files = forms.sample_files(workplace, picture)
        self.certificates = Certificates(workplace)
        basic, digest = accounts.write(workplace)
        self.applications = applications.start(workplace, python)
        flask = self.applications[0].url.removesuffix("/form")
        self.nginx = Nginx(workplace, self.certificates, basic, flask, has_ipv6())
        self.apache = Apache(
            workplace, self.certificates, digest, flask, self.nginx.port.values())
        self.squid = Squid(workplace, basic, self.nginx.url(path=""))
        self.socks = Socks(workplace, "socks")
        self.closed_socks = Socks(workplace, "closed-socks", has_login=True)
