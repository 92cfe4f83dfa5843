#if os(Linux)
    import FormEncoding
    import Foundation
    import Glibc
    import TestSupport
    import Testing

    @testable import FormUpload

    /// Uploads that are cancelled at any moment.
    @Suite(.serialized)
    struct AbortedUploadTests {
        /// Each ends once, whether it was on its way to the loop, connecting, sending, receiving or over, and
        /// leaves no connection and no file. A lost end would never return, and a second one would trap.
        @Test(.timeLimit(.minutes(10)), arguments: [false, true])
        func endOnce(isSecure: Bool) async throws {
            let server = try LoopbackServer(
                .respond(200, body: [UInt8](repeating: 0x78, count: 300_000)), bodies: .count,
                tls: isSecure ? TLSOptions() : nil)
            let directory = try TemporaryDirectory()
            let body = try EncodedBody.form(in: directory, size: 3_000_000)
            let request = UploadRequest(url: ByteString(server.url), body: body)
            let before = Self.descriptors(below: directory.path, to: server.port)
            let outcomes = await outcomes(of: request, lanes: 4)
            let failures = outcomes.compactMap(\.failure)
            #expect(failures.isEmpty, "\(failures)")
            // The uploader has been released; its loop ends on its own thread.
            while Self.descriptors(below: directory.path, to: server.port) > before {
                await Task.yield()
            }
        }

        private enum Outcome {
            case success, cancelled, other(UploadError)

            var failure: UploadError? { if case .other(let error) = self { error } else { nil } }
        }

        /// The outcomes of uploads, in so many lanes at a time, each cancelled after up to 5 ms.
        private func outcomes(of request: UploadRequest, lanes: UInt64) async -> [Outcome] {
            let options = UploadOptions { $0.verifiesCertificates = false }
            let uploader = Uploader(options: options)
            let count = Exhaustive.count(1000, orElse: 100) / Int(lanes)
            return await withTaskGroup(of: [Outcome].self) { group in
                for lane in 0..<lanes {
                    group.addTask {
                        var random = SplitMix64(state: lane)
                        var outcomes: [Outcome] = []
                        for _ in 0..<count {
                            let upload = Task { await Self.outcome(of: request, uploader) }
                            let moment = Int.random(in: 0..<5000, using: &random)
                            try? await Task.sleep(for: .microseconds(moment))
                            upload.cancel()
                            outcomes.append(await upload.value)
                        }
                        return outcomes
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
        }

        private static func outcome(of request: UploadRequest, _ uploader: Uploader) async
            -> Outcome
        {
            do throws(UploadError) {
                _ = try await uploader.upload(request)
                return .success
            } catch .cancelled {
                return .cancelled
            } catch {
                return .other(error)
            }
        }

        /// How many of this process's descriptors are files below a directory, or connected to a server's port.
        private static func descriptors(below directory: String, to port: Int) -> Int {
            (0..<Int32(4096)).count { descriptor in
                let link = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\(descriptor)")
                return link?.hasPrefix(directory) ?? false || peerPort(of: descriptor) == port
            }
        }

        private static func peerPort(of descriptor: Int32) -> Int? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutableBytes(of: &address) { bytes in
                getpeername(
                    descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
            }
            guard code == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
            return Int(in_port_t(bigEndian: address.sin_port))
        }
    }
#endif
