/// The TLS settings of a server.
package struct TLSOptions: Sendable {
    package enum Version: Int, Sendable {
        case tls1_2 = 0x0303
        case tls1_3 = 0x0304
    }

    /// A certificate and its key under Fixtures/tls: `server`, `wrong-host` or `expired`.
    package var certificate: String
    /// If set, clients need a certificate signed by an authority in this file.
    package var clientAuthority: String?
    /// The oldest and the newest version to accept.
    package var versions: ClosedRange<Int>
    /// Whether HTTP/2 is chosen, which clients must offer.
    var isHTTP2 = false

    package init(
        certificate: String = "server", clientAuthority: String? = nil,
        from oldest: Version = .tls1_2, to newest: Version = .tls1_3
    ) {
        self.certificate = certificate
        self.clientAuthority = clientAuthority
        versions = oldest.rawValue...newest.rawValue
    }

    /// Whether the system has what the server's TLS needs. For `.enabled(if:)`.
    package static var isAvailable: Bool { LibSSL.shared != nil }
}

/// The loaded TLS settings of a server.
///
/// `@unchecked` because of the pointer: OpenSSL counts references to a context itself, and a
/// context that is set up is only read.
final class TLSContext: @unchecked Sendable {
    let library: LibSSL
    let pointer: OpaquePointer

    init(_ options: TLSOptions) throws {
        guard let library = LibSSL.shared else { throw SupportError.missing("libssl.so.3") }
        guard let pointer = library.newContext(library.serverMethod()) else {
            throw SupportError.missing("a TLS context")
        }
        self.library = library
        self.pointer = pointer
        // The macros of OpenSSL's headers: SSL_FILETYPE_PEM, SSL_CTRL_SET_{MIN,MAX}_PROTO_VERSION,
        // SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, SSL_OP_IGNORE_UNEXPECTED_EOF.
        let (pem, minimum, maximum, demand): (Int32, Int32, Int32, Int32) = (1, 123, 124, 3)
        let ignoreUnexpectedEnd: UInt64 = 1 << 7
        let certificate = Fixtures.path("tls/\(options.certificate).pem")
        let key = Fixtures.path("tls/\(options.certificate)-key.pem")
        var isGood =
            library.useCertificateChain(pointer, certificate) == 1
            && library.usePrivateKey(pointer, key, pem) == 1
            && library.control(pointer, minimum, options.versions.lowerBound, nil) == 1
            && library.control(pointer, maximum, options.versions.upperBound, nil) == 1
        // A client that is killed sends no close_notify; that is not an error here.
        _ = library.setOptions(pointer, ignoreUnexpectedEnd)
        if let authority = options.clientAuthority {
            isGood = isGood && library.loadVerifyLocations(pointer, authority, nil) == 1
            library.setVerify(pointer, demand, nil)
        }
        if options.isHTTP2 {
            let select: LibSSL.SelectProtocol = { _, name, length, _, _, _ in
                let http2: StaticString = "h2"
                name?.pointee = http2.utf8Start
                length?.pointee = UInt8(http2.utf8CodeUnitCount)
                return 0  // SSL_TLSEXT_ERR_OK
            }
            library.setProtocolSelection(pointer, select, nil)
        }
        guard isGood else { throw SupportError.missing("a good \(certificate)") }
    }

    deinit { library.freeContext(pointer) }
}
