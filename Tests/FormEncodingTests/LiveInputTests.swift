#if canImport(Glibc)
    import Foundation
    import Testing

    @testable import FormEncoding

    struct LiveInputTests {
        private static let getSize: Int32 = 1032  // F_GETPIPE_SZ

        /// Only where a whole pipe has come: short input needs no more.
        @Test(arguments: [(4096, 64 << 10), ((64 << 10) - 1, 64 << 10), (64 << 10, 1 << 20)])
        func lengthensAFullPipe(count: Int, size: Int32) throws {
            let pipe = try Pipe()
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
            pipe.write(bytes)
            let input = LiveInput(pipe.output, label: "-", until: nil)
            var read = [UInt8](repeating: 0, count: 256 << 10)
            let length = try read.withUnsafeMutableBytes { try input.read(into: $0) }
            #expect(Array(read[..<length]) == bytes)
            #expect(fcntl(pipe.output, Self.getSize) == size)
        }

        /// What comes then is for another one.
        @Test func takesNothingAfterItWasCancelled() throws {
            let pipe = try Pipe()
            let input = LiveInput(pipe.output, label: "-", until: nil)
            input.cancel()
            pipe.write(Array("abc".utf8))
            var read = [UInt8](repeating: 0, count: 9)
            #expect(throws: BodyFault.cancelled) {
                try read.withUnsafeMutableBytes { try input.read(into: $0) }
            }
            let other = LiveInput(pipe.output, label: "-", until: nil)
            let length = try read.withUnsafeMutableBytes { try other.read(into: $0) }
            #expect(Array(read[..<length]) == Array("abc".utf8))
        }
    }
#endif
