"""Which certificates are trusted, and how TLS is spoken."""

from ..trial import FORM, Trial, refusal


def checks(bench):
    for trial in [*_trust(bench), *_versions(bench), *_negotiation(bench)]:
        yield trial.check(bench)
    yield from _refusals(bench)


def _succeeds(seen):
    return seen.outcome.status == 0 and bool(seen.parts)


def _ends_with(status):
    return lambda seen: seen.outcome.status == status


def _trust(bench):
    nginx, certificates = bench.nginx, bench.certificates
    tls, ca = nginx.url("tls"), str(certificates.ca)
    yield Trial("--cacert", ["--cacert", ca], _succeeds, tls)
    yield Trial("--capath", ["--capath", certificates.directory], _succeeds, tls)
    yield Trial("CURL_CA_BUNDLE", [], _succeeds, tls, variables={"CURL_CA_BUNDLE": ca})
    yield Trial("SSL_CERT_FILE", [], _succeeds, tls, variables={"SSL_CERT_FILE": ca})
    yield Trial("SSL_CERT_DIR", [], _succeeds, tls,
                variables={"SSL_CERT_DIR": str(certificates.directory)})
    yield Trial("--cacert goes before CURL_CA_BUNDLE", ["--cacert", ca], _succeeds, tls,
                environment={"CURL_CA_BUNDLE": str(certificates.client)})
    yield Trial("-k", ["-k"], _succeeds, tls)
    yield Trial("-k, an expired certificate", ["-k"], _succeeds, nginx.url("expired"),
                ["--cacert", ca, *FORM])
    yield Trial("-k, another host's certificate", ["-k"], _succeeds, nginx.url("elsewhere"),
                ["--cacert", ca, *FORM])
    trusted = ["--cacert", ca, *FORM]
    yield Trial("--pinnedpubkey accepts the key", ["--pinnedpubkey", certificates.pin("server")],
                _succeeds, tls, trusted, without=["--pinnedpubkey", certificates.pin("client")])
    yield Trial("--pinnedpubkey refuses another (90)",
                ["--pinnedpubkey", certificates.pin("client")], _ends_with(90), tls, trusted,
                count=0, arrives=False)
    yield Trial("--crlfile refuses a revoked certificate (60)",
                ["--crlfile", certificates.file("revoked-list.pem")], _ends_with(60),
                nginx.url("revoked"), trusted, count=0, arrives=False)
    yield Trial("--cert-status takes a stapled status", ["--cert-status"], _succeeds,
                nginx.url("stapled"), trusted, without=["--cacert", certificates.client])
    yield Trial("--cert-status refuses none (91)", ["--cert-status"], _ends_with(91), tls, trusted,
                count=0, arrives=False)


def _versions(bench):
    nginx = bench.nginx
    trusted = ["--cacert", str(bench.certificates.ca), *FORM]

    def speaks(version):
        return lambda seen: seen.request.get("ssl_protocol") == version

    yield Trial("--tls-max 1.2", ["--tls-max", "1.2"], speaks("TLSv1.2"), nginx.url("tls"), trusted)
    yield Trial("--tlsv1.3 refuses an older server (35)", ["--tlsv1.3"], _ends_with(35),
                nginx.url("tls12"), trusted, count=0, arrives=False)
    yield Trial("--tlsv1.3 with a newer one", ["--tlsv1.3"], speaks("TLSv1.3"), nginx.url("tls"),
                trusted, without=["--tls-max", "1.2"])
    # The ciphers of TLS 1.0 are weak: the library must be told that they will do.
    weak = ["--ciphers", "ALL:@SECLEVEL=0", *trusted]
    for option in ("--tlsv1.1", "--tlsv1.2"):
        yield Trial(f"{option} refuses an old server (35)", [option], _ends_with(35),
                    nginx.url("tls10"), weak, without=["--tlsv1.0"], count=0, arrives=False)
    # The last one counts.
    for option in ("--tlsv1", "-1", "--tlsv1.0"):
        yield Trial(f"{option} reaches an old server", [option], speaks("TLSv1"),
                    nginx.url("tls10"), ["--tlsv1.2", *weak])


def _negotiation(bench):
    tls = bench.nginx.url("tls")
    trusted = ["--cacert", str(bench.certificates.ca), *FORM]
    old = ["--tls-max", "1.2", *trusted]
    cipher = "ECDHE-ECDSA-CHACHA20-POLY1305"

    def uses(field, value):
        return lambda seen: seen.request.get(field) == value

    yield Trial("--ciphers", ["--ciphers", cipher], uses("ssl_cipher", cipher), tls, old)
    cipher = "TLS_AES_128_GCM_SHA256"
    yield Trial("--tls13-ciphers", ["--tls13-ciphers", cipher], uses("ssl_cipher", cipher), tls,
                trusted)
    yield Trial("--curves", ["--curves", "P-384"], uses("ssl_curve", "secp384r1"), tls, trusted)
    yield Trial("--no-alpn", ["--no-alpn"], uses("ssl_alpn_protocol", ""), tls, trusted)
    yield Trial("--no-alpn: HTTP/1.1 is spoken", ["--no-alpn"], uses("server_protocol", "HTTP/1.1"),
                tls, trusted)


def _refusals(bench):
    """Nothing is sent to a server that is not trusted, and the message says what is wrong."""
    nginx, certificates = bench.nginx, bench.certificates
    trusted = ["--cacert", str(certificates.ca)]
    cases = [
        ("an unknown authority (60)", "tls", [], 60, "--cacert"),
        ("an expired certificate (60)", "expired", trusted, 60, "expired"),
        ("another host's certificate (60)", "elsewhere", trusted, 60, "127.0.0.1"),
        ("a --cacert that is missing (77)", "tls", ["--cacert", "missing.pem"], 77, "missing.pem"),
        ("a --cacert that is no certificate (77)", "tls", ["--cacert", "notes.txt"], 77,
         "notes.txt"),
        ("--ciphers that are none (59)", "tls", [*trusted, "--ciphers", "none such"], 59, "cipher"),
        ("a --crlfile that is missing (82)", "tls", [*trusted, "--crlfile", "missing.pem"], 82,
         "missing.pem"),
        ("TLS to a server without (35)", "plain", trusted, 35, ""),
    ]
    for title, server, arguments, status, word in cases:
        url = nginx.url(server).replace("http://", "https://")
        yield refusal(bench, title, [*arguments, url], status, word)
