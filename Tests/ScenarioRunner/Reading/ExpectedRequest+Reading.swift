extension ExpectedRequest {
    /// Whether a line after `>` belongs to the request above.
    static func isDetail(_ line: String) -> Bool {
        let words = ["no ", "part ", "body ", "body:"]
        return line == "unfinished" || words.contains(where: line.hasPrefix) || field(line) != nil
    }

    /// Throws if a line below the request names another server.
    func checkServer(_ name: String?) throws(Mistake) {
        if name != nil, name != server { throw Mistake("the request above is at another server") }
    }

    mutating func read(_ line: String, _ statement: Statement, _ index: Int) throws(Mistake) {
        if let text = try statement.text(after: "body", in: line) {
            return try setBody(.text(text), index)
        }
        try statement.requireOneLine()
        if line == "unfinished" {
            try set(&unfinished, (), index)
        } else if let name = line.after("no ") {
            guard name.allSatisfy({ $0.isNameCharacter || $0 == "-" }) else {
                throw Mistake("'no' stands before the name of a header")
            }
            absentHeaders.append(Located(value: name, index: index))
        } else if let part = line.after("part ") {
            guard body == nil else { throw Mistake("a body is expected above") }
            parts.append(Located(value: try ExpectedPart(part), index: index))
        } else if let name = line.after("body @") {
            try setBody(.file(try Text(name, hasGaps: false)), index)
        } else if let (name, value) = field(line) {
            headers.append(Located(value: (name, try Text(value, hasGaps: true)), index: index))
        } else {
            throw Mistake("a body is 'body: text' or 'body @FILE'")
        }
    }

    private mutating func setBody(_ bytes: ExpectedBytes, _ index: Int) throws(Mistake) {
        guard parts.isEmpty else { throw Mistake("parts are expected above") }
        try set(&body, bytes, index)
    }
}

extension ExpectedPart {
    /// Reads `NAME=TEXT` or `NAME=@FILE`, and the attributes after either.
    fileprivate init(_ line: String) throws(Mistake) {
        guard let (name, rest) = line.cut(at: "=") else {
            throw Mistake("a part is NAME=TEXT or NAME=@FILE")
        }
        let texts = rest.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        var pieces = [(word: "", text: texts[0])]
        for text in texts.dropFirst() {
            let words = ["type", "filename", "encoder", "headers"]
            if let word = words.first(where: { text.hasPrefix($0 + "=") }) {
                pieces.append((word, String(text.dropFirst(word.count + 1))))
            } else {
                pieces[pieces.count - 1].text += ";" + text
            }
        }
        self.name = try Text(name, hasGaps: true)
        if let file = pieces[0].text.after("@") {
            content = .file(try Text(file, hasGaps: false))
        } else {
            content = .text(try Text(pieces[0].text, hasGaps: true))
        }
        for (word, text) in pieces.dropFirst() {
            let prefix = word == "encoder" ? "Content-Transfer-Encoding: " : ""
            let text = try Text(prefix + text, hasGaps: true)
            switch word {
            case "type": type = text
            case "filename": filename = text
            default: headers.append(text)
            }
        }
    }
}
