extension OptionTable {
    static let tls: [OptionSpec] = [
        .flag("insecure", short: "k", as: .common, "Accept any server certificate") {
            $0.tls.isInsecure = $1
        },
        .value("cacert", "file", .path, as: .common, "Trust the certificates in this PEM file") {
            $0.tls.caCertificates = $1
        },
    ]
}
