"""Client certificates: -E, --key, --pass and the formats of both."""

from ..certificates import PASSPHRASE
from ..trial import FORM, Trial, refusal


def checks(bench):
    for trial in _accepted(bench):
        yield trial.check(bench)
    yield from _refused(bench)


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


def _refused(bench):
    certificates = bench.certificates
    own, key = certificates.file("client.pem"), certificates.file("client-locked-key.pem")
    cases = [
        ("a certificate that is missing (58)", ["-E", "missing.pem"], "missing.pem"),
        ("a key that is missing (58)", ["-E", own, "--key", "missing.pem"], "missing.pem"),
        ("another certificate's key (58)", ["-E", own, "--key", certificates.server_key], "key"),
        ("a wrong passphrase (58)", ["-E", own, "--key", key, "--pass", "wrong"],
         "client-locked-key.pem"),
        ("a wrong passphrase of a P12 file (58)",
         ["-E", f"{certificates.file('client.p12')}:wrong", "--cert-type", "P12"], "PKCS12"),
    ]
    for title, arguments, word in cases:
        yield refusal(bench, title, ["--cacert", certificates.ca, *arguments,
                                     bench.nginx.url("mutual")], 58, word)
