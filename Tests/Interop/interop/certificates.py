"""A certificate authority of the run's own, and what it signs; made with openssl."""

import subprocess

PASSPHRASE = "open sesame"

_SETTINGS = """
[ca]
default_ca = authority
[authority]
database = {directory}/index
new_certs_dir = {directory}
rand_serial = yes
default_md = sha256
policy = policy
unique_subject = no
default_crl_days = 30
[policy]
commonName = supplied
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign, digitalSignature
subjectKeyIdentifier = hash
[server]
basicConstraints = CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:localhost, DNS:*.interop.test, IP:127.0.0.1, IP:::1
[elsewhere]
basicConstraints = CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:elsewhere.example
[client]
basicConstraints = CA:FALSE
extendedKeyUsage = clientAuth
"""


class Certificates:
    """The files, as attributes: `ca`, `server`, `server_key`, `client_p12` …"""

    def __init__(self, workplace):
        self._directory = workplace.path("certificates/.keep").parent
        self._settings = workplace.write(
            "certificates/openssl.cnf", _SETTINGS.format(directory=self._directory))
        workplace.write("certificates/index", "")
        self._make_authority()
        self._sign("server", "server")
        self._sign("elsewhere", "elsewhere")
        self._sign("expired", "server", start="20200101000000Z", end="20200201000000Z")
        self._sign("revoked", "server")
        self._sign("client", "client", subject="interop client")
        self._make_client_forms()
        self._make_directory()
        self._chain()
        self._revoke()
        self._staple()

    def __getattr__(self, name):
        return self._directory / f"{name.replace('_key', '-key')}.pem"

    @property
    def directory(self):
        """The authority under the name of its hash, as --capath wants it."""
        return self._directory / "hashed"

    def file(self, name):
        return self._directory / name

    def pin(self, name):
        """What --pinnedpubkey wants for the key of a certificate."""
        key = self._openssl("x509", "-in", self.file(f"{name}.pem"), "-pubkey", "-noout")
        der = self._openssl("pkey", "-pubin", "-outform", "DER", stdin=key)
        digest = self._openssl("dgst", "-sha256", "-binary", stdin=der)
        return "sha256//" + self._openssl("base64", stdin=digest).decode().strip()

    def _make_authority(self):
        self._key("ca", "interop authority")
        self._sign("ca", "root", "-selfsign", issuer="ca", has_request=True)

    def _key(self, name, subject):
        self._openssl(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", f"/CN={subject}", "-keyout", self.file(f"{name}-key.pem"),
            "-out", self.file(f"{name}.csr"))

    def _sign(self, name, extensions, *more, subject="localhost", start="", end="",
              issuer=None, has_request=False):
        if not has_request:
            self._key(name, subject)
            more = ["-cert", self.file("ca.pem"), *more]
        period = ["-startdate", start, "-enddate", end] if start else ["-days", "30"]
        self._openssl(
            "ca", "-batch", "-notext", "-config", self._settings, "-extensions", extensions,
            "-keyfile", self.file("ca-key.pem"), *period, *more, "-in", self.file(f"{name}.csr"),
            "-out", self.file(f"{name}.pem"))

    def _make_client_forms(self):
        """The client's certificate and key in the other formats that curl reads."""
        certificate, key = self.file("client.pem"), self.file("client-key.pem")
        phrase = f"pass:{PASSPHRASE}"
        self._openssl("pkcs8", "-topk8", "-v2", "aes-256-cbc", "-in", key, "-passout", phrase,
                      "-out", self.file("client-locked-key.pem"))
        self._openssl("pkcs12", "-export", "-in", certificate, "-inkey", key, "-passout", phrase,
                      "-out", self.file("client.p12"))
        self._openssl("x509", "-in", certificate, "-outform", "DER", "-out", self.file("client.der"))
        self._openssl("pkey", "-in", key, "-outform", "DER", "-out", self.file("client-key.der"))
        both = certificate.read_bytes() + self.file("client-locked-key.pem").read_bytes()
        self.file("client-with-key.pem").write_bytes(both)

    def _make_directory(self):
        name = self._openssl("x509", "-in", self.file("ca.pem"), "-hash", "-noout")
        self.directory.mkdir()
        (self.directory / f"{name.decode().strip()}.0").write_bytes(self.file("ca.pem").read_bytes())

    def _chain(self):
        """The server's certificate with its issuer's, without which no status can be checked."""
        both = self.file("server.pem").read_bytes() + self.file("ca.pem").read_bytes()
        self.file("chain.pem").write_bytes(both)
        self.file("chain-key.pem").write_bytes(self.file("server-key.pem").read_bytes())

    def _revoke(self):
        authority = ["-config", self._settings, "-keyfile", self.file("ca-key.pem"),
                     "-cert", self.file("ca.pem")]
        self._openssl("ca", *authority, "-revoke", self.file("revoked.pem"))
        self._openssl("ca", *authority, "-gencrl", "-out", self.file("revoked-list.pem"))

    def _staple(self):
        """The authority's word that the server's certificate is good (OCSP)."""
        self._openssl(
            "ocsp", "-index", self.file("index"), "-rsigner", self.file("ca.pem"),
            "-rkey", self.file("ca-key.pem"), "-CA", self.file("ca.pem"),
            "-issuer", self.file("ca.pem"), "-cert", self.file("server.pem"), "-ndays", "30",
            "-respout", self.file("status.der"))

    @staticmethod
    def _openssl(*words, stdin=b""):
        done = subprocess.run(
            ["openssl", *map(str, words)], input=stdin, capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"openssl {words[0]}: {done.stderr.decode(errors='replace')}")
        return done.stdout
