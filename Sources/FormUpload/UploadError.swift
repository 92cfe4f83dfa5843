import FormEncoding

/// Why there is no response. Facts only; the sentences are the command's.
public enum UploadError: Error, Sendable {
    /// The URL cannot be read (CURLE_URL_MALFORMAT, exit 3).
    case malformedURL(ByteString)
    /// The URL has a scheme other than http and https (CURLE_UNSUPPORTED_PROTOCOL, exit 1).
    case unsupportedScheme(ByteString)
    /// The body could not be read, or is not what was announced; the transfer was aborted.
    case body(FormEncodingError)
    /// The event handler threw; the transfer was aborted.
    case handler(any Error)
    /// libcurl ended the transfer with this CURLcode and sentence.
    case transfer(code: Int32, reason: String, Progress)
    /// A time limit was reached.
    case timedOut(after: Duration, Progress)
    /// What was asked for needs the libcurl hooks, and they are not in effect in this process.
    case needsHooks(String)
    /// libcurl refused this option (`CURLoption`): this build of it does not have the feature.
    case unsupportedOption(Int32)
    /// The surrounding task was cancelled.
    case cancelled

    /// How far an exchange had come.
    public struct Progress: Sendable, Equatable {
        public enum Phase: Sendable, Equatable {
            case connecting, sending, waitingForResponse, receiving
        }

        public var phase: Phase
        public var sent: Int64
        public var total: Int64?
        public var received: Int64
    }
}
