import Foundation

/// The test's end of a pipe into a command.
package final class PipeWriter: Sendable {
    private let descriptor: Monitor<Int32?>

    init(_ descriptor: Int32) { self.descriptor = Monitor(descriptor) }

    deinit { close() }

    /// Writes all of `bytes` on another thread, since the command may read slowly. Throws if the
    /// pipe is closed.
    package func write(_ bytes: any RawBytes) async throws {
        try await onThread { [self] in Result { try self.writeBlocking(bytes) } }.get()
    }

    func writeBlocking(_ bytes: any RawBytes) throws {
        guard let descriptor = descriptor.withState({ $0 }) else {
            throw SupportError.system(call: "write", errno: EBADF)
        }
        try writeAll(bytes.rawBytes, to: descriptor)
    }

    /// Ends the command's input.
    package func close() {
        descriptor.withState { descriptor in
            if let open = descriptor { _ = systemClose(open) }
            descriptor = nil
        }
    }
}

/// close(2), which `PipeWriter.close` shadows.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
