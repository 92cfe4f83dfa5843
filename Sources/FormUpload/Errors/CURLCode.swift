import FormEncoding

/// The result codes of libcurl that this module uses itself (libcurl-errors(3)).
package enum CURLCode {
    package static let unsupportedProtocol: Int32 = 1
    package static let malformedURL: Int32 = 3
    package static let couldNotResolveProxy: Int32 = 5
    package static let couldNotResolveHost: Int32 = 6
    package static let couldNotConnect: Int32 = 7
    package static let weirdServerReply: Int32 = 8
    package static let http2: Int32 = 16
    package static let partialFile: Int32 = 18
    package static let outOfMemory: Int32 = 27
    package static let timedOut: Int32 = 28
    package static let tlsConnect: Int32 = 35
    package static let badArgument: Int32 = 43
    package static let gotNothing: Int32 = 52
    package static let sendError: Int32 = 55
    package static let receiveError: Int32 = 56
    package static let peerFailedVerification: Int32 = 60
    package static let badContentEncoding: Int32 = 61
    package static let http2Stream: Int32 = 92
    package static let proxy: Int32 = 97
    /// libcurl before 8.6 has 27 in its place.
    static let tooLarge: Int32 = 100

    static func isLostConnection(_ number: Int32) -> Bool { code(of: number) == .connectionLost }

    static func code(of number: Int32, _ reason: String = "") -> UploadError.Code {
        switch number {
        case unsupportedProtocol, malformedURL: .badURL
        case couldNotResolveHost: .cannotFindHost
        case couldNotConnect: .cannotConnect
        case timedOut: .timedOut
        case couldNotResolveProxy, proxy: .proxy
        case receiveError where reason.contains("CONNECT"): .proxy
        case http2, partialFile, gotNothing, sendError, receiveError, http2Stream: .connectionLost
        // CURLE_SSL_CERTPROBLEM and CURLE_SSL_CLIENTCERT
        case 58, 98: .clientCertificate
        // CURLE_SSL_PINNEDPUBKEYNOTMATCH and CURLE_SSL_ISSUER_ERROR
        case peerFailedVerification, 83, 90: .untrustedServer
        // CURLE_SSL_CACERT_BADFILE and CURLE_SSL_CRL_BADFILE
        case 77, 82: .cannotOpenFile
        case tlsConnect, 53, 54, 59, 66, 91: .secureConnectionFailed
        case weirdServerReply, badContentEncoding: .badServerResponse
        default: .transferFailed
        }
    }
}
