"""nginx: every way to speak TLS, Basic, redirects, limits, and a reverse proxy."""

import os

from .journal import Journal

# Each is a server on a port of its own; what it adds to the shared locations.
TLS_SERVERS = {
    "tls": "{server}",
    "expired": "{expired}",
    "elsewhere": "{elsewhere}",
    "revoked": "{revoked}",
    "mutual": "{server} ssl_verify_client on; ssl_client_certificate {directory}/ca.pem;",
    "tls12": "{server} ssl_protocols TLSv1.2;",
    "tls10": "{server} ssl_protocols TLSv1; ssl_ciphers ALL:@SECLEVEL=0;",
    "stapled": "{chain} ssl_stapling on; ssl_stapling_file {directory}/status.der;",
}

_FIELDS = """
request_method request_uri server_protocol http_host http_authorization http_cookie
content_type content_length http_expect http_transfer_encoding http_user_agent http_referer
http_accept http_accept_encoding http_connection http_upgrade http_x_one http_proxy_authorization
remote_addr remote_port server_addr server_port status request_length
ssl_protocol ssl_cipher ssl_curve ssl_server_name ssl_alpn_protocol ssl_client_s_dn
msec request_time connection
""".split()

_CONFIGURATION = """
daemon off;
{user}
pid {directory}/nginx.pid;
error_log {directory}/nginx.error;
worker_processes 1;
events {{ worker_connections 512; }}
http {{
    log_format journal escape=json '{{{fields}}}';
    access_log {directory}/nginx.journal journal;
    client_body_temp_path {directory}/nginx-body;
    proxy_temp_path {directory}/nginx-proxy;
    fastcgi_temp_path {directory}/nginx-fastcgi;
    uwsgi_temp_path {directory}/nginx-uwsgi;
    scgi_temp_path {directory}/nginx-scgi;
    client_max_body_size 0;
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_cache off;
    absolute_redirect off;
    gzip on;
    gzip_types application/json;
    gzip_min_length 1;
    gzip_proxied any;
    server {{
        listen 127.0.0.1:{plain};
        {ipv6_plain}
        include {directory}/nginx.locations;
    }}
    server {{
        listen 127.0.0.1:{h2c} http2;
        include {directory}/nginx.locations;
    }}
    {tls_servers}
}}
"""

_LOCATIONS = """
location / {{
    proxy_pass {application};
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
}}
location /stream/ {{
    proxy_pass {application}/;
    proxy_http_version 1.1;
    proxy_request_buffering off;
    proxy_read_timeout 120s;
}}
location /basic {{
    auth_basic interop;
    auth_basic_user_file {accounts};
    proxy_pass {application};
}}
location /small {{
    client_max_body_size 1m;
    proxy_pass {application};
}}
location /up/ {{ proxy_pass {application}/form; }}
location = /secured {{
    if ($scheme = http) {{ return 301 https://$host:{tls}$request_uri; }}
    proxy_pass {application}/form;
}}
location = /found {{
    if ($scheme = http) {{ return 302 https://$host:{tls}$request_uri; }}
    proxy_pass {application}/form;
}}
location = /clear {{ return 308 http://$host:{plain}/up/; }}
location = /done {{ return 303 /fence; }}
location = /moved {{ return 301 /fence; }}
location /fence {{ return 204; }}
"""


class Nginx:
    """A running nginx; `port` by the server's name, `journal` of its requests."""

    def __init__(self, workplace, certificates, accounts, application, has_ipv6):
        self.port = {name: workplace.port() for name in ("plain", "h2c", *TLS_SERVERS)}
        self.journal = Journal(
            workplace.directory / "nginx.journal", fence=self.url(path=""))
        directory = workplace.directory
        workplace.write(
            "nginx.locations", _LOCATIONS.format(
                application=application, accounts=accounts, tls=self.port["tls"], plain=self.port["plain"]))
        configuration = workplace.write("nginx.conf", _CONFIGURATION.format(
            directory=directory, plain=self.port["plain"], h2c=self.port["h2c"],
            user="user root;" if os.geteuid() == 0 else "",
            fields=",".join(f'"{field}":"${field}"' for field in _FIELDS),
            ipv6_plain=f"listen [::1]:{self.port['plain']};" if has_ipv6 else "",
            tls_servers="\n".join(
                self._tls_server(name, text, certificates, directory, has_ipv6)
                for name, text in TLS_SERVERS.items())))
        workplace.start("nginx", ["nginx", "-p", directory, "-c", configuration,
                                  "-e", directory / "nginx.error"],
                        self.port.values())

    def url(self, server="plain", path="/form", host="127.0.0.1"):
        scheme = "http" if server in ("plain", "h2c") else "https"
        return f"{scheme}://{host}:{self.port[server]}{path}"

    def _tls_server(self, name, text, certificates, directory, has_ipv6):
        def identity(owner):
            return (f"ssl_certificate {certificates.file(owner + '.pem')}; "
                    f"ssl_certificate_key {certificates.file(owner + '-key.pem')};")

        owners = {owner: identity(owner) for owner in ("server", "expired", "elsewhere", "revoked", "chain")}
        port = self.port[name]
        ipv6 = f"listen [::1]:{port} ssl http2;" if has_ipv6 else ""
        lines = text.format(directory=certificates.file(""), **owners)
        return (f"server {{ listen 127.0.0.1:{port} ssl http2; {ipv6} {lines} "
                f"include {directory}/nginx.locations; }}")
