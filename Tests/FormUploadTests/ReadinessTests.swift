#if os(Linux)
    import Glibc
    import Testing

    @testable import FormUpload

    /// Of CURLHooks, which waits for a transfer's socket: events are CURL_POLL_… and CURL_CSELECT_….
    @_silgen_name("curlhooks_readiness")
    private func readiness(_ socket: Int32, _ awaited: Int32, _ wait: Int32) -> Int32

    /// Waiting for a socket.
    @Suite struct ReadinessTests {
        private let own: Int32
        private let peer: Int32

        init() throws {
            var pair: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
            (own, peer) = (pair[0], pair[1])
        }

        private func closeBoth() {
            close(own)
            close(peer)
        }

        @Test(arguments: [1, 2, 3] as [Int32], [0, 1] as [Int32])
        func areOfTheAwaitedEvents(awaited: Int32, wait: Int32) {
            defer { closeBoth() }
            #expect(readiness(own, awaited, wait) == awaited & 2)
            #expect(send(peer, "x", 1, 0) == 1)
            #expect(readiness(own, awaited, wait) == awaited)
        }

        /// libcurl finds out itself.
        @Test(arguments: [1, 2, 3] as [Int32])
        func ofAClosedConnectionAreAll(awaited: Int32) {
            defer { close(own) }
            close(peer)
            #expect(readiness(own, awaited, 1) == awaited)
        }

        /// Asking again and again for 0.1 ms before sleeping is given up where it is in vain.
        @Test func waitsInVainTakeLittleOfAProcessor() {
            defer { closeBoth() }
            let before = processorTime()
            for _ in 0..<400 { #expect(readiness(own, 1, 1) == 0) }
            // Each time it would be 0.04 s at least.
            #expect(processorTime() - before < 0.025)
        }

        private func processorTime() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }
#endif
