import FormEncoding
import FormUpload
import Foundation

/// Formats certificates, versions, codes, times and speeds as curl does.
extension WriteOutVariables {
    /// A line for each field, then the certificate as PEM.
    static func certificates(_ facts: TransferFacts) -> ByteString {
        let lines = facts.certificates.joined().map { line in
            let isPEM = line.bytes.prefix(5).elementsEqual("cert:".utf8) { $0.lowercased == $1 }
            let shown = line.bytes.dropFirst(isPEM ? 5 : 0)
            return shown + (shown.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")])
        }
        return ByteString(bytes: lines.joined())
    }

    /// As in curl: `0` for none, `1` for 1.0.
    static func version(_ version: String) -> ByteString {
        switch version {
        case "": "0"
        case "1.0": "1"
        default: ByteString(version)
        }
    }

    static func padded(_ code: Int) -> String { String(format: "%03d", code) }

    static func seconds(_ duration: Duration) -> String {
        let (seconds, microseconds) = duration.microseconds.quotientAndRemainder(
            dividingBy: 1_000_000)
        return "\(seconds)." + String(format: "%06d", microseconds)
    }

    static func speed(_ bytes: Int64, _ time: Duration) -> String {
        let microseconds = time.microseconds
        guard microseconds > 0 else { return "0" }
        return String(Int64(min(Double(bytes) * 1e6 / Double(microseconds), 1e18)))
    }
}
