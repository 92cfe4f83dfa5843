import Foundation

/// The attributes and file actions of one posix_spawn(2).
final class SpawnPlan {
    #if canImport(Darwin)
        private var actions: posix_spawn_file_actions_t?
        private var attributes: posix_spawnattr_t?
    #else
        private var actions = posix_spawn_file_actions_t()
        private var attributes = posix_spawnattr_t()
    #endif

    init() {
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
    }

    deinit {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }

    func duplicate(_ descriptor: Int32, as number: Int32) {
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }

    func open(_ path: String, as number: Int32, _ flags: Int32) {
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
    }

    func close(_ number: Int32) {
        posix_spawn_file_actions_addclose(&actions, number)
    }

    func changeDirectory(to path: String) throws {
        #if canImport(Darwin)
            posix_spawn_file_actions_addchdir_np(&actions, path)
        #else
            let name = "posix_spawn_file_actions_addchdir_np"
            guard let symbol = dlsym(nil, name) else { throw SupportError.missing(name) }
            _ = unsafeBitCast(symbol, to: ChangeDirectory.self)(&actions, path)
        #endif
    }

    /// Starts the program with the actions above, in their order.
    func spawn(_ path: String, arguments: [[UInt8]], environment: [[UInt8]]) throws -> pid_t {
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | SpawnPlan.newSession
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        #if canImport(Darwin)
            flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            closeOthers()
        #endif
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let (argv, envp) = (cStrings(arguments), cStrings(environment))
        defer { for string in argv + envp { free(string) } }
        var process: pid_t = 0
        let status = posix_spawn(&process, path, &actions, &attributes, argv, envp)
        guard status == 0 else { throw SupportError.system(call: "spawn \(path)", errno: status) }
        return process
    }

    #if canImport(Darwin)
        private static let newSession = POSIX_SPAWN_SETSID
    #else
        /// POSIX_SPAWN_SETSID, which glibc's header keeps from Swift.
        private static let newSession: Int32 = 0x80

        // Two more that the header shows to programs with GNU extensions only.
        private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
        private typealias ChangeDirectory =
            @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
        private typealias CloseFrom = @convention(c) (Actions, Int32) -> Int32

        /// Closes all other descriptors: inherited pipes of parallel tests would never reach their
        /// end. Needs glibc 2.34; before that close-on-exec must suffice.
        private func closeOthers() {
            let name = "posix_spawn_file_actions_addclosefrom_np"
            guard let symbol = dlsym(nil, name) else { return }
            _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
        }
    #endif
}

/// Copies of strings as C has them, and a null pointer after the last; the caller frees them.
private func cStrings(_ strings: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup(($0 + [0]).map { CChar(bitPattern: $0) }) } + [nil]
}
