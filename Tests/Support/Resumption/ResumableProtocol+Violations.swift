extension ResumableProtocol {
    /// What a request does that the draft forbids.
    func violations(of request: RecordedRequest) -> [String] {
        var found: [String] = []
        let versions = request.headers(named: "Upload-Draft-Interop-Version")
        if versions != ["\(behavior.version)"] { found.append("interop version \(versions)") }
        for name in ["Upload-Offset", "Upload-Complete", "Upload-Length"] {
            let values = request.headers(named: name)
            if values.count > 1 { found.append("\(values.count) \(name)") }
        }
        if let value = request.header("Upload-Complete"), !["?0", "?1"].contains(value) {
            found.append("Upload-Complete: \(value)")
        }
        for name in ["Upload-Offset", "Upload-Length"] where request.integer(name) == nil {
            if let value = request.header(name) { found.append("\(name): \(value)") }
        }
        return found
            + (request.target.hasPrefix("/uploads/")
                ? resourceViolations(of: request) : creationViolations(of: request))
    }

    private func creationViolations(of request: RecordedRequest) -> [String] {
        var found: [String] = []
        if request.header("Upload-Offset") != nil { found.append("Upload-Offset at the creation") }
        if request.header("Upload-Complete") == "?1", let length = request.contentLength,
            let stated = request.integer("Upload-Length"), stated != length
        {
            found.append("Upload-Length: \(stated) with Content-Length: \(length)")
        }
        return found
    }

    private func resourceViolations(of request: RecordedRequest) -> [String] {
        var found: [String] = []
        if request.method == "PATCH" {
            if request.header("Upload-Offset") == nil { found.append("no Upload-Offset") }
            if request.header("Upload-Complete") == nil { found.append("no Upload-Complete") }
            let types = request.headers(named: "Content-Type")
            if types != ["application/partial-upload"] { found.append("Content-Type \(types)") }
        } else {
            for name in ["Upload-Offset", "Upload-Complete", "Upload-Length"]
            where request.header(name) != nil {
                found.append("\(name) in \(request.method)")
            }
            if request.framing != .none, request.framing != .contentLength(0) {
                found.append("content")
            }
        }
        return found + limitViolations(of: request)
    }

    /// The limits of `Upload-Limit` bind each request after the one that learned them.
    private func limitViolations(of request: RecordedRequest) -> [String] {
        guard request.method == "PATCH", let length = request.contentLength else { return [] }
        var found: [String] = []
        if let most = limit("max-append-size"), length > most {
            found.append("\(length) bytes, more than max-append-size=\(most)")
        }
        if let least = limit("min-append-size"), length < least,
            request.header("Upload-Complete") == "?0"
        {
            found.append("\(length) bytes, fewer than min-append-size=\(least)")
        }
        return found
    }

    private func limit(_ name: String) -> Int64? {
        behavior.limits.split(separator: ",")
            .map { $0.split(separator: "=").map { $0.trimming() } }
            .first { $0.first == name }?.last.flatMap { Int64($0) }
    }

    /// The length of the whole upload that a request tells.
    func length(_ request: RecordedRequest, at offset: Int64) -> Int64? {
        if let stated = request.integer("Upload-Length") { return stated }
        guard request.header("Upload-Complete") == "?1" else { return nil }
        return request.contentLength.map { offset + $0 }
    }
}

extension Substring {
    fileprivate func trimming() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
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
