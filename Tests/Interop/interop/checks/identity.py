"""Client certificates: -E, --key, --pass and the formats of both."""

from ..certificates import PASSPHRASE
from ..report import Check, require, require_equal
from ..trial import FORM, Trial


def checks(bench):
    for trial in _accepted(bench):
        yield trial.check(bench)
    for title, arguments, word in _REFUSED:
        yield Check(title, lambda a=arguments, w=word: _refused(bench, a, w))


def _accepted(bench):
    certificates = bench.certificates
    file = certificates.file
    certificate, key = file("client.pem"), file("client-key.pem")
    locked, both = file("client-locked-key.pem"), file("client-with-key.pem")
    bundle = file("client.p12")
    forms = [
        ("-E with --key", ["-E", certificate, "--key", key], []),
        ("--key", ["--key", key], ["-E", certificate]),
        ("--cert, the key locked, --pass", ["--cert", certificate, "--key", locked,
                                            "--pass", PASSPHRASE], []),
        ("--pass", ["--pass", PASSPHRASE], ["-E", both, "--pass", "wrong"]),
        ("-E file:password", ["-E", f"{both}:{PASSPHRASE}"], []),
        ("--cert-type P12", ["--cert-type", "P12"], ["-E", f"{bundle}:{PASSPHRASE}"]),
        ("--cert-type DER", ["--cert-type", "DER"], ["-E", file("client.der"), "--key", key]),
        ("--key-type DER", ["--key-type", "DER"],
         ["-E", certificate, "--key", file("client-key.der")]),
    ]
    for title, option, common in forms:
        yield Trial(title, option, _is_known, bench.nginx.url("mutual"),
                    ["--cacert", certificates.ca, *common, *FORM])


def _is_known(seen):
    return seen.request.get("ssl_client_s_dn") == "CN=interop client" and bool(seen.parts)


_REFUSED = [
    ("a certificate that is missing (58)", ["-E", "missing.pem"], "missing.pem"),
    ("a key that is missing (58)", ["-E", "{client.pem}", "--key", "missing.pem"], "missing.pem"),
    ("another certificate's key (58)", ["-E", "{client.pem}", "--key", "{server-key.pem}"], "key"),
    ("a wrong passphrase (58)",
     ["-E", "{client.pem}", "--key", "{client-locked-key.pem}", "--pass", "wrong"],
     "client-locked-key.pem"),
    ("a wrong passphrase of a P12 file (58)",
     ["-E", "{client.p12}:wrong", "--cert-type", "P12"], "PKCS12"),
]


def _refused(bench, arguments, word):
    certificates = bench.certificates
    named = [str(certificates.file(text[1:].replace("}", ""))) if text.startswith("{") else text
             for text in arguments]
    words = [*FORM, "--cacert", str(certificates.ca), *named, bench.nginx.url("mutual")]
    curl, sent = bench.curl.run(words), bench.formpost.run(words)
    require_equal(curl.status, 58, "curl's exit status")
    require_equal(sent.status, 58, f"exit status, after\n{sent.errors}")
    require(word in sent.errors, f"{word!r} is not in the message:\n{sent.errors}")
