#if os(Linux)
    import Glibc
    import Testing

    @testable import FormUpload  // links CURLHooks

    /// Of CURLHooks, which waits for a transfer's socket: events are CURL_POLL_… and CURL_CSELECT_….
    @_silgen_name("curlhooks_readiness")
    private func readiness(_ socket: Int32, _ awaited: Int32, _ wait: Int32) -> Int32

    @_silgen_name("curlhooks_asks_again")
    private func asksAgain(_ patience: UnsafeMutablePointer<Int32>) -> Bool

    @_silgen_name("curlhooks_asked")
    private func asked(_ patience: UnsafeMutablePointer<Int32>, _ inVain: Bool)

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
    }

    @Suite struct PatienceTests {
        /// Asking again and again before sleeping is given up where it is in vain.
        @Test func waitsInVainSleep() {
            var patience = [Int32](repeating: 0, count: 2)
            func eagerWaits(of count: Int, inVain: Bool) -> [Int] {
                (1...count).filter { _ in
                    guard asksAgain(&patience) else { return false }
                    asked(&patience, inVain)
                    return true
                }
            }
            let inVain = [1, 3, 6, 11, 20, 37, 70, 135, 264, 521, 778, 1035]
            #expect(eagerWaits(of: 1100, inVain: true) == inVain)
            // The last of the sleeps, and what is not in vain.
            #expect(eagerWaits(of: 195, inVain: false) == [192, 193, 194, 195])
            #expect(eagerWaits(of: 6, inVain: true) == [1, 3, 6])
        }
    }
#endif
