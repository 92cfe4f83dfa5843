extension ResumableProtocol {
    /// What a request does that the draft forbids.
    func violations(of request: RecordedRequest) -> [String] {
        let names = ["Upload-Offset", "Upload-Complete", "Upload-Length"]
        let versions = request.headers(named: "Upload-Draft-Interop-Version")
        var rules = [(versions != ["\(behavior.version)"], "interop version \(versions)")]
        for name in names {
            let values = request.headers(named: name)
            let isGood =
                name == "Upload-Complete"
                ? ["?0", "?1"].contains(values.first) : request.integer(name) != nil
            rules.append((values.count > 1, "\(values.count) \(name)"))
            rules.append((!values.isEmpty && !isGood, "\(name): \(values.first ?? "")"))
        }
        if !request.target.hasPrefix("/uploads/") {
            rules += creationRules(request)
        } else if request.method == "PATCH" {
            rules += appendRules(request)
        } else {
            rules += names.map { (request.header($0) != nil, "\($0) in \(request.method)") }
            rules.append((request.contentLength != 0, "content"))
        }
        return rules.filter(\.0).map(\.1)
    }

    private func creationRules(_ request: RecordedRequest) -> [(Bool, String)] {
        let (stated, length) = (request.integer("Upload-Length"), request.contentLength)
        let isWhole = request.header("Upload-Complete") == "?1"
        return [
            (request.header("Upload-Offset") != nil, "Upload-Offset at the creation"),
            (
                isWhole && stated != nil && length != nil && stated != length,
                "Upload-Length: \(stated ?? 0) with Content-Length: \(length ?? 0)"
            ),
        ]
    }

    private func appendRules(_ request: RecordedRequest) -> [(Bool, String)] {
        let types = request.headers(named: "Content-Type")
        return [
            (request.header("Upload-Offset") == nil, "no Upload-Offset"),
            (request.header("Upload-Complete") == nil, "no Upload-Complete"),
            (types != ["application/partial-upload"], "Content-Type \(types)"),
        ]
    }

    /// The length of the whole upload that a request tells.
    func length(_ request: RecordedRequest, at offset: Int64) -> Int64? {
        if let stated = request.integer("Upload-Length") { return stated }
        guard request.header("Upload-Complete") == "?1" else { return nil }
        return request.contentLength.map { offset + $0 }
    }
}

extension RecordedRequest {
    /// The value of a header that is a non-negative integer.
    func integer(_ name: String) -> Int64? {
        guard let value = header(name), value.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int64(value)
    }

    /// The length of the content; nil when it comes in chunks.
    var contentLength: Int64? {
        switch framing {
        case .contentLength(let length): length
        case .none: 0
        default: nil
        }
    }
}
