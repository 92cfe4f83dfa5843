import Foundation

/// The test's end of a pipe into a command.
package final class PipeWriter: Sendable {
    private let descriptor: Monitor<Int32?>

    init(_ descriptor: Int32) { self.descriptor = Monitor(descriptor) }

    deinit { close() }

    /// Writes all of `bytes` on another thread, since the command may read slowly. Throws if the
    /// pipe is closed.
    package func write(_ bytes: any RawBytes) async throws {
        let failure = await onThread { [self] in self.failureOfWriting(bytes.rawBytes) }
        if let failure { throw failure }
    }

    /// Ends the command's input.
    package func close() {
        descriptor.withState { descriptor in
            if let open = descriptor { _ = systemClose(open) }
            descriptor = nil
        }
    }

    func failureOfWriting(_ bytes: [UInt8]) -> (any Error)? {
        guard let descriptor = descriptor.withState({ $0 }) else {
            return SupportError.system(call: "write", errno: EBADF)
        }
        do {
            try writeAll(bytes, to: descriptor)
            return nil
        } catch {
            return error
        }
    }
}

/// close(2), which `PipeWriter.close` shadows.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
