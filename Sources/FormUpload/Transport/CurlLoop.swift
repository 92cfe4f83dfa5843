#if os(Linux)
    import CURLHooks

    /// libcurl's thread, which runs an uploader's transfers and keeps their connections.
    final class CurlLoop: @unchecked Sendable {  // the functions of `loop` take a lock
        let loop: OpaquePointer

        /// `nil` if memory or threads are short.
        init?(connectionsPerHost: Int) {
            let count = Int32(clamping: connectionsPerHost)
            guard let loop = curlhooks_loop_create(count) else { return nil }
            self.loop = loop
        }

        deinit { curlhooks_loop_release(loop) }
    }
#else
    /// Without the hooks there is no loop.
    final class CurlLoop: Sendable {
        init?(connectionsPerHost: Int) { return nil }
    }
#endif
