#!/bin/sh
# Makes the keys and certificates under Fixtures/tls anew: sh Tests/Support/make-certificates.sh
# They are for tests on loopback only; the keys are public. Needs openssl 3. The tests do not.
set -eu
cd "$(dirname "$0")/../.."
out=Fixtures/tls
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
# From a date that is past on any machine.
start=20200101000000Z
end=$(($(date -u +%Y) + 100))0101000000Z

cat >"$work/ca.cnf" <<CNF
[ca]
default_ca = test
[test]
database = $work/index
new_certs_dir = $work
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
organizationName = supplied
commonName = supplied
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1
[wrong_host]
basicConstraints = CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:wrong.example
[client]
basicConstraints = CA:FALSE
extendedKeyUsage = clientAuth
CNF
: >"$work/index"

# key NAME COMMON_NAME: a new key, and a request for a certificate
key() {
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
        -subj "/O=formpost tests/CN=$2" -keyout "$out/$1-key.pem" -out "$work/$1.csr" 2>"$work/log"
}

# sign NAME EXTENSIONS END [OPTION]...: the certificate
sign() {
    name=$1 extensions=$2 last=$3
    shift 3
    openssl ca -batch -notext -config "$work/ca.cnf" -extensions "$extensions" \
        -startdate "$start" -enddate "$last" -in "$work/$name.csr" -out "$out/$name.pem" \
        "$@" 2>"$work/log" || { cat "$work/log" >&2; exit 1; }
}

key ca "formpost test CA"
sign ca authority "$end" -selfsign -keyfile "$out/ca-key.pem"
ca="-cert $out/ca.pem -keyfile $out/ca-key.pem"
key server localhost
sign server server "$end" $ca
key wrong-host wrong.example
sign wrong-host wrong_host "$end" $ca
key expired localhost
sign expired server 20200201000000Z $ca
key client "formpost test client"
sign client client "$end" $ca
# Signed by itself, with a comment in Latin-1, which is not UTF-8.
printf '[latin]\nsubjectAltName = DNS:localhost, IP:127.0.0.1\nnsComment = caf\351\n' >>"$work/ca.cnf"
key latin localhost
sign latin latin "$end" -selfsign -keyfile "$out/latin-key.pem"
# The same key, behind a passphrase.
openssl pkcs8 -topk8 -v2 aes-256-cbc -in "$out/client-key.pem" -passout pass:secret \
    -out "$out/client-encrypted-key.pem"
# The same, with the certificate encrypted by RC2.
openssl pkcs12 -export -legacy -in "$out/client.pem" -inkey "$out/client-key.pem" -passout pass:pw \
    -out "$out/client-rc2.p12"
# Nothing needs to sign anything more.
rm "$out/ca-key.pem"
chmod 644 "$out"/*.pem "$out"/*.p12
