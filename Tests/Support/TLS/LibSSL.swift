#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
    static let shared = LibSSL()

    private init?() {
        guard let library = dlopen("libssl.so.3", RTLD_NOW) else { return nil }
        func find<Function>(_ name: String, _: Function.Type = Function.self) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let serverMethod: Make = find("TLS_server_method"),
            let newContext: Create = find("SSL_CTX_new"),
            let freeContext: Free = find("SSL_CTX_free"),
            let useCertificateChain: UseChain = find("SSL_CTX_use_certificate_chain_file"),
            let usePrivateKey: UseFile = find("SSL_CTX_use_PrivateKey_file"),
            let loadVerifyLocations: LoadLocations = find("SSL_CTX_load_verify_locations"),
            let setVerify: SetVerify = find("SSL_CTX_set_verify"),
            let control: Control = find("SSL_CTX_ctrl"),
            let setOptions: SetOptions = find("SSL_CTX_set_options"),
            let newSession: Create = find("SSL_new"), let freeSession: Free = find("SSL_free"),
            let setDescriptor: SetDescriptor = find("SSL_set_fd"),
            let accept: Act = find("SSL_accept"), let read: Read = find("SSL_read"),
            let write: Write = find("SSL_write"), let shutdown: Act = find("SSL_shutdown"),
            let error: GetError = find("SSL_get_error"),
            let version: GetVersion = find("SSL_get_version"),
            let serverName: GetServerName = find("SSL_get_servername"),
            let nextError: NextError = find("ERR_get_error"),
            let errorReason: ErrorReason = find("ERR_reason_error_string")
        else { return nil }
        self.serverMethod = serverMethod
        self.newContext = newContext
        self.freeContext = freeContext
        self.useCertificateChain = useCertificateChain
        self.usePrivateKey = usePrivateKey
        self.loadVerifyLocations = loadVerifyLocations
        self.setVerify = setVerify
        self.control = control
        self.setOptions = setOptions
        self.newSession = newSession
        self.freeSession = freeSession
        self.setDescriptor = setDescriptor
        self.accept = accept
        self.read = read
        self.write = write
        self.shutdown = shutdown
        self.error = error
        self.version = version
        self.serverName = serverName
        self.nextError = nextError
        self.errorReason = errorReason
    }

    /// Clears the thread's error queue, and returns the text of the first error.
    func takeError() -> String? {
        let first = nextError()
        guard first != 0 else { return nil }
        while nextError() != 0 {}
        return errorReason(first).map { String(cString: $0) } ?? "error \(first)"
    }
}
