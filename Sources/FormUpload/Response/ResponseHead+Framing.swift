import FormEncoding

extension ResponseHead {
    /// Why the end of the body cannot be known, if so (RFC 9112 §6.3). libcurl before 8.22 reads a number
    /// at the start of any value, and takes an overflow for no length.
    var framingFault: ResponseFault? {
        let codings = list("Transfer-Encoding")
        if let coding = codings.first(where: { !["chunked", "identity"].contains($0.lowercased) }) {
            return .transferCoding(coding)
        }
        // Transfer-Encoding overrides Content-Length.
        guard codings.isEmpty else { return nil }
        let values = fields.filter { $0.isNamed("Content-Length") }.map(\.value)
        let lengths = Set(values.flatMap(\.elements).map(\.length))
        return lengths.isEmpty || (lengths.count == 1 && lengths.first != .some(nil))
            ? nil : .contentLength(values)
    }

    /// The elements of the fields of this name, joined to one list (RFC 9110 §5.3), without empty ones.
    func list(_ name: String) -> [ByteString] {
        fields.filter { $0.isNamed(name) }.flatMap(\.value.elements).filter { !$0.isEmpty }
    }

    /// Whether a response to `method` has no body, whatever its fields say.
    func isBodiless(answering method: ByteString) -> Bool {
        method == "HEAD" || (100..<200).contains(status) || status == 204 || status == 304
    }
}

extension ByteString {
    /// The elements of a list, without the blanks around them.
    fileprivate var elements: [ByteString] {
        bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
            ByteString(bytes: $0.trimmingBlanks)
        }
    }

    /// The number that consists of these digits; `nil` if there are other bytes, or it is 2^63 or more.
    fileprivate var length: Int64? {
        guard !isEmpty, bytes.allSatisfy(\.isDigit) else { return nil }
        return Int64(String(decoding: bytes, as: UTF8.self))
    }

    fileprivate var lowercased: String { description.lowercased() }
}
