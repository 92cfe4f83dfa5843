import Foundation

/// The functions of the system's OpenSSL 3 that a server needs, found at run time: building needs
/// no headers, and without the library the tests of TLS are skipped.
struct LibSSL: Sendable {
    typealias Create = @convention(c) (OpaquePointer?) -> OpaquePointer?
    typealias Free = @convention(c) (OpaquePointer?) -> Void
    typealias Act = @convention(c) (OpaquePointer?) -> Int32

    let serverMethod: @convention(c) () -> OpaquePointer?
    let newContext: Create
    let freeContext: Free
    let useCertificateChain: @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> Int32
    let usePrivateKey: @convention(c) (OpaquePointer?, UnsafePointer<CChar>, Int32) -> Int32
    let loadVerifyLocations:
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
    let setVerify: @convention(c) (OpaquePointer?, Int32, UnsafeMutableRawPointer?) -> Void
    typealias SelectProtocol =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
            UnsafeMutablePointer<UInt8>?,
            UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
        ) -> Int32
    let setProtocolSelection:
        @convention(c) (OpaquePointer?, SelectProtocol, UnsafeMutableRawPointer?) -> Void
    let control: @convention(c) (OpaquePointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    let setOptions: @convention(c) (OpaquePointer?, UInt64) -> UInt64
    let newSession: Create
    let freeSession: Free
    let setDescriptor: @convention(c) (OpaquePointer?, Int32) -> Int32
    let accept: Act
    let read: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int32) -> Int32
    let write: @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int32) -> Int32
    let shutdown: Act

    /// Nil if the library is not installed.
    static let shared = try? LibSSL()

    private init() throws {
        let library = dlopen("libssl.so.3", RTLD_NOW)
        func find<Function>(_ name: String) throws -> Function {
            guard let library, let symbol = dlsym(library, name) else {
                throw SupportError.missing(name)
            }
            return unsafeBitCast(symbol, to: Function.self)
        }
        serverMethod = try find("TLS_server_method")
        newContext = try find("SSL_CTX_new")
        freeContext = try find("SSL_CTX_free")
        useCertificateChain = try find("SSL_CTX_use_certificate_chain_file")
        usePrivateKey = try find("SSL_CTX_use_PrivateKey_file")
        loadVerifyLocations = try find("SSL_CTX_load_verify_locations")
        setVerify = try find("SSL_CTX_set_verify")
        setProtocolSelection = try find("SSL_CTX_set_alpn_select_cb")
        control = try find("SSL_CTX_ctrl")
        setOptions = try find("SSL_CTX_set_options")
        newSession = try find("SSL_new")
        freeSession = try find("SSL_free")
        setDescriptor = try find("SSL_set_fd")
        accept = try find("SSL_accept")
        read = try find("SSL_read")
        write = try find("SSL_write")
        shutdown = try find("SSL_shutdown")
    }
}
