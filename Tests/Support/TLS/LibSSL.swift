import Foundation

/// The functions of the system's OpenSSL 3 that a server needs, found at run time: building needs
/// no headers, and without the library the tests of TLS are skipped.
struct LibSSL: Sendable {
    typealias Create = @convention(c) (OpaquePointer?) -> OpaquePointer?
    typealias Make = @convention(c) () -> OpaquePointer?
    typealias Free = @convention(c) (OpaquePointer?) -> Void
    typealias Act = @convention(c) (OpaquePointer?) -> Int32
    typealias UseFile = @convention(c) (OpaquePointer?, UnsafePointer<CChar>, Int32) -> Int32
    typealias UseChain = @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> Int32
    typealias LoadLocations =
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
    typealias SetVerify =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutableRawPointer?) -> Void
    typealias Control =
        @convention(c) (OpaquePointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    typealias SetOptions = @convention(c) (OpaquePointer?, UInt64) -> UInt64
    typealias SetDescriptor = @convention(c) (OpaquePointer?, Int32) -> Int32
    typealias Read = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int32) -> Int32
    typealias Write = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int32) -> Int32
    typealias GetError = @convention(c) (OpaquePointer?, Int32) -> Int32
    typealias GetVersion = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    typealias GetServerName = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<CChar>?
    typealias NextError = @convention(c) () -> UInt
    typealias ErrorReason = @convention(c) (UInt) -> UnsafePointer<CChar>?

    let serverMethod: Make
    let newContext: Create
    let freeContext: Free
    let useCertificateChain: UseChain
    let usePrivateKey: UseFile
    let loadVerifyLocations: LoadLocations
    let setVerify: SetVerify
    let control: Control
    let setOptions: SetOptions
    let newSession: Create
    let freeSession: Free
    let setDescriptor: SetDescriptor
    let accept: Act
    let read: Read
    let write: Write
    let shutdown: Act
    let error: GetError
    let version: GetVersion
    let serverName: GetServerName
    let nextError: NextError
    let errorReason: ErrorReason

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
        control = try find("SSL_CTX_ctrl")
        setOptions = try find("SSL_CTX_set_options")
        newSession = try find("SSL_new")
        freeSession = try find("SSL_free")
        setDescriptor = try find("SSL_set_fd")
        accept = try find("SSL_accept")
        read = try find("SSL_read")
        write = try find("SSL_write")
        shutdown = try find("SSL_shutdown")
        error = try find("SSL_get_error")
        version = try find("SSL_get_version")
        serverName = try find("SSL_get_servername")
        nextError = try find("ERR_get_error")
        errorReason = try find("ERR_reason_error_string")
    }

    /// Clears the thread's error queue, and returns the text of the first error.
    func takeError() -> String? {
        let first = nextError()
        guard first != 0 else { return nil }
        while nextError() != 0 {}
        return errorReason(first).map { String(cString: $0) } ?? "error \(first)"
    }
}
