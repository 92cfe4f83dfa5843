import FormEncoding
import FormUpload

/// The variables that are set, and the files whose digests were taken.
struct Variables: Sendable {
    /// The names that `--each` sets for each request.
    static let ofRequests = ["each", "index", "count"]

    private enum State: Sendable {
        case set(Variable)
        /// It gets its value later; `isCaptured`: by `--capture` itself.
        case waiting(Set<Template.Wait>, isCaptured: Bool)
    }

    private var states: [String: State] = [:]

    /// The files that variables were read from.
    var files: [FileUse] = []
    private(set) var hashed: [HashedFile] = []
    /// The digests that were taken. A request may be made several times, and its file is read for the first of them
    /// only, unless it has changed since.
    private var digests = Guarded<[VariableFile: [Digest: (bytes: [UInt8], file: HashedFile)]]>([:])
    /// Whether the digests of files are taken.
    var fileDigests = FileDigests.taken
    /// Whether zeros stand for a digest.
    private(set) var lacksDigests = false
    /// The texts that may have to be masked.
    var seen: [VariableValue] = []

    var isEmpty: Bool { states.isEmpty }

    func contains(_ name: String) -> Bool { states[name] != nil }

    /// The name of a variable of the template that is neither set nor one of a request.
    func unset(in template: Template) -> String? {
        for case .reference(let reference) in template.pieces {
            let isKnown = contains(reference.name) || Self.ofRequests.contains(reference.name)
            if !isKnown, !reference.isCaptured { return reference.name }
        }
        return nil
    }

    mutating func set(_ name: String, _ value: Variable) { states[name] = .set(value) }

    /// Lets the variable get its value later: for each request, or from a response.
    mutating func wait(for name: String, _ waits: Set<Template.Wait>, isCaptured: Bool = false) {
        states[name] = .waiting(waits, isCaptured: isCaptured)
    }

    /// Keeps the variables for the next operation, but for those that each request of this one sets.
    mutating func removeWaiting() {
        states = states.filter {
            if case .waiting(_, isCaptured: false) = $0.value { false } else { true }
        }
    }

    func secrets(_ names: CredentialNames) -> [VariableValue] {
        seen.filter { $0.isSecret(names) }
    }

    struct Expansion {
        private(set) var template = Template()
        /// The text with a letter for each variable that has no text but blanks.
        private(set) var filled: [UInt8] = []
        /// These variables, by their places in that text.
        private(set) var empty: [(place: Int, name: String)] = []

        fileprivate mutating func append(_ text: [UInt8], emptyName: String? = nil) {
            template.append(.text(text))
            if let emptyName { empty.append((filled.count, emptyName)) }
            filled += emptyName == nil ? text : [UInt8(ascii: "x")]
        }

        /// A variable that is still to come stands for itself.
        fileprivate mutating func append(
            _ reference: Template.Reference, for waits: Set<Template.Wait>
        ) {
            var reference = reference
            reference.waitsFor = waits
            template.append(.reference(reference))
            filled += reference.spelling.utf8
        }
    }

    /// Replaces the variables that are known; those of requests stay. One that is not set is reported before a file is
    /// read.
    mutating func expand(
        _ template: Template, until limit: TimeLimit? = nil
    ) throws(Failure) -> Expansion {
        if let name = unset(in: template) { throw unknown(name) }
        var expansion = Expansion()
        let most = VariableFile.longestContent
        for piece in template.pieces {
            guard expansion.template.literalStart.count <= most else {
                throw .usage("the text would have more than \(most) bytes: use a file")
            }
            if case .text(let text) = piece { expansion.append(text) }
            guard case .reference(let reference) = piece else { continue }
            switch states[reference.name] {
            case .set(let value):
                let text = try apply(reference, to: value, until: limit)
                if let content = try value.contentOfFile(for: reference, text, until: limit) {
                    seen.append(
                        VariableValue(name: reference.name, text: content, isImported: true))
                }
                let isEmpty =
                    text.trimmed.isEmpty
                    || !reference.functions.contains(where: \.hidesContent)
                        && value.text?.trimmed.isEmpty ?? false
                expansion.append(text, emptyName: isEmpty ? reference.name : nil)
            case .waiting(let waits, _): expansion.append(reference, for: waits)
            case nil where reference.isCaptured:
                // Stands for itself, if the functions can be applied to text.
                let text = Array(reference.spelling.utf8)
                _ = try apply(reference, to: Variable(text: text), until: nil)
                expansion.append(text)
            case nil: expansion.append(reference, for: [.each])
            }
        }
        return expansion
    }

    private func unknown(_ name: String) -> Failure {
        .usage(
            "no variable \(Messages.quoted(name)) is set"
                + (Suggestion.nearest(to: name, among: states.keys.sorted()).map(
                    Messages.didYouMean)
                    ?? ": set it before with --variable"))
    }

    private mutating func apply(
        _ reference: Template.Reference, to value: Variable, until limit: TimeLimit?
    ) throws(Failure) -> [UInt8] {
        let name = reference.name
        var value = value
        for function in reference.functions {
            value = try apply(function, to: value, of: name, until: limit)
        }
        let text = try value.content(until: limit)
        guard !text.contains(0) else {
            throw .usage(
                "the variable \(Messages.quoted(name)) contains a NUL: write {{\(name):b64}} or "
                    + "{{\(name):hex}}")
        }
        return text
    }

    private mutating func apply(
        _ function: TemplateFunction, to value: Variable, of name: String, until limit: TimeLimit?
    ) throws(Failure) -> Variable {
        if let digest = function.digest {
            if let file = value.file {
                guard fileDigests == .taken else {
                    lacksDigests = true
                    return Variable(digest: Array(repeating: 0, count: digest.length))
                }
                let known = digests.withLock { $0[file]?[digest] }
                let taken =
                    if let known, (try? known.file.check()) != nil { known } else {
                        try file.digest(digest, until: limit)
                    }
                digests.withLock { $0[file, default: [:]][digest] = taken }
                hashed.append(taken.file)
                return Variable(digest: taken.bytes)
            }
            guard let bytes = digest.of(try value.bytes(until: limit)) else { throw digest.missing }
            return Variable(digest: bytes)
        }
        let text: [UInt8]
        switch function {
        case .trim: text = Array(try value.content(until: limit).withoutMark).trimmed
        case .json: text = try value.content(until: limit).escapedForJSON
        case .ascii:
            guard let ascii = try value.content(until: limit).escapedForASCII else {
                throw .usage("the variable \(Messages.quoted(ByteString(name))) is not UTF-8")
            }
            text = ascii
        case .url: text = PercentEncoding.curlVariable.escaping(try value.content(until: limit))
        case .base64: text = try value.bytes(until: limit).base64
        case .fromBase64: text = try value.content(until: limit).fromBase64
        case .hex: text = try value.bytes(until: limit).hexadecimal
        case .name: text = try value.pathText(until: limit).fileName
        case .stem: text = try value.pathText(until: limit).fileName.splitExtension.stem
        case .ext: text = try value.pathText(until: limit).fileName.splitExtension.ext
        case .directory: text = try value.pathText(until: limit).directoryName
        case .modified:
            guard let path = value.path else {
                throw .usage(
                    "\(Messages.quoted(function.rawValue)) needs a file, and the variable "
                        + "\(Messages.quoted(name)) has none: set it with --variable name@file"
                )
            }
            text = Array(try VariableFile(path: path).modified().utf8)
        case .size:
            var size = Int64(value.raw?.count ?? value.text?.count ?? 0)
            if let file = value.file {
                let found = try file.size(until: limit)
                size = found.0
                hashed.append(found.1)
            }
            text = Array("\(size)".utf8)
        case .sha256, .sha512, .sha1, .md5, .crc32: text = []
        }
        return Variable(text: text)
    }
}

/// What becomes of the digests of files.
enum FileDigests: Sendable {
    case taken
    /// Zeros stand for them, and no file is read.
    case leftOut
}

/// The path of a request's file, and its number from 1 on.
typealias RequestVariables = (each: ByteString, index: Int, count: Int)

extension Variables {
    /// The variables of a request. The digests of its operation count for it.
    init(
        _ request: RequestVariables?, _ captured: [String: ByteString], of operation: Variables
    ) {
        (hashed, digests) = (operation.hashed, operation.digests)
        fileDigests = operation.fileDigests
        if let request {
            set("each", Variable(path: request.each))
            set("index", Variable(text: Array("\(request.index)".utf8)))
            set("count", Variable(text: Array("\(request.count)".utf8)))
        }
        for (name, text) in captured { set(name, Variable(text: text.bytes)) }
    }
}

struct VariableValue: Equatable, Sendable {
    let name: String
    let text: [UInt8]
    /// It came from the environment or a file, and not from the command line.
    let isImported: Bool

    /// Whether the name says that it is a secret, or `--secret` does.
    func isSecret(_ names: CredentialNames) -> Bool {
        names.adds(name) || isImported && CredentialNames.isSecretVariable(ByteString(name))
    }
}
