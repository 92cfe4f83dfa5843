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
            let failures = await failures(of: request, lanes: 4)
            #expect(failures.isEmpty, "\(failures)")
            // The uploader has been released; its loop ends on its own thread.
            while Self.descriptors(below: directory.path, to: server.port) > before {
                await Task.yield()
            }
        }

        /// The failures of uploads other than a cancellation, in so many lanes at a time, each cancelled after
        /// up to 5 ms.
        private func failures(of request: UploadRequest, lanes: UInt64) async -> [any Error] {
            let options = UploadOptions { $0.verifiesCertificates = false }
            let uploader = Uploader(options: options)
            let count = Exhaustive.count(1000, orElse: 100) / Int(lanes)
            return await withTaskGroup(of: [any Error].self) { group in
                for lane in 0..<lanes {
                    group.addTask {
                        var random = SplitMix64(state: lane)
                        var failures: [any Error] = []
                        for _ in 0..<count {
                            let upload = Task { _ = try await uploader.upload(request) }
                            let moment = Int.random(in: 0..<5000, using: &random)
                            try? await Task.sleep(for: .microseconds(moment))
                            upload.cancel()
                            do { try await upload.value } catch UploadFault.cancelled {
                            } catch {
                                failures.append(error)
                            }
                        }
                        return failures
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
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
