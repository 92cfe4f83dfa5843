import FormEncoding
import FormUpload

/// The variables that are set, and the files whose digests were taken.
struct Variables: Equatable, Sendable {
    /// The names that `--each` sets for each request.
    static let ofRequests = ["each", "index", "count"]

    private enum State: Equatable, Sendable {
        case set(Variable)
        /// It gets its value later; `isCaptured`: by `--capture` itself.
        case waiting(Set<Template.Wait>, isCaptured: Bool)
    }

    private var states: [String: State] = [:]

    /// The files that variables were read from.
    private(set) var files: [FileUse] = []
    private(set) var hashed: [HashedFile] = []
    private var digests = FileDigests()
    /// The texts that may have to be masked.
    private(set) var seen: [VariableValue] = []
    /// Whether the last expansion had a value without text.
    private(set) var hadEmptyValue = false

    /// No variables.
    init() {}

    /// Whether none was named so far.
    var isEmpty: Bool { states.isEmpty }

    /// The names of variables, and of those of the environment that are used as they are (`--bearer-env`).
    var names: [String] { states.keys + seen.map(\.name) }

    /// Whether the variable was named so far.
    func contains(_ name: String) -> Bool { states[name] != nil }

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

    mutating func record(_ file: FileUse) { files.append(file) }

    mutating func record(_ value: VariableValue) { seen.append(value) }

    /// The values of secret variables, which those of `named` are as well.
    func secrets(_ named: [ByteString]) -> [VariableValue] {
        let names = Set(named.map(\.description))
        return seen.filter { $0.isSecret(names) }
    }

    /// Replaces the variables that are known; those of requests stay.
    mutating func expand(
        _ template: Template, until limit: TimeLimit? = nil
    ) throws(VariableProblem) -> Template {
        var expanded = Template()
        hadEmptyValue = false
        for piece in template.pieces {
            guard expanded.literalStart.count <= VariableFile.longestContent else { throw .tooLong }
            guard case .reference(let reference) = piece else {
                expanded.append(piece)
                continue
            }
            switch states[reference.name] {
            case .set(let value):
                let text = try value.applying(
                    reference, until: limit, digests, &hashed)
                if let content = try value.contentOfFile(for: reference, text, until: limit) {
                    record(VariableValue(name: reference.name, text: content, isImported: true))
                }
                hadEmptyValue = hadEmptyValue || isEmpty(reference, text)
                expanded.append(.text(text))
            case .waiting(let waits, _): expanded.append(.reference(reference.waiting(for: waits)))
            case nil where reference.isCaptured:
                expanded.append(.text(try placeholder(for: reference)))
            case nil where Self.ofRequests.contains(reference.name):
                expanded.append(.reference(reference.waiting(for: [.each])))
            case nil:
                throw .unknown(
                    reference.name,
                    suggestion: Suggestion.nearest(to: reference.name, among: states.keys.sorted()))
            }
        }
        return expanded
    }

    /// Whether there is no text but blanks, in the variable or in what it was expanded to.
    func isEmpty(_ reference: Template.Reference, _ expanded: [UInt8]) -> Bool {
        if expanded.trimmed.isEmpty { return true }
        guard !reference.functions.contains(where: \.hidesContent) else { return false }
        guard case .set(let value) = states[reference.name] else { return false }
        return value.knownText?.trimmed.isEmpty ?? false
    }

    /// `{{name:function}}`, if the functions can be applied to text.
    private func placeholder(
        for reference: Template.Reference
    ) throws(VariableProblem) -> [UInt8] {
        var hashed: [HashedFile] = []
        let text = Array(reference.spelling.utf8)
        _ = try Variable.text(text).applying(reference, until: nil, digests, &hashed)
        return text
    }
}

/// The variables of one request of `--each`.
struct RequestVariables: Equatable, Sendable {
    /// The path of the file.
    var each: ByteString
    /// From 1 on.
    var index: Int
    /// How many requests there are.
    var count: Int

    fileprivate var values: [(String, Variable)] {
        [
            ("each", .path(each)), ("index", .text(Array("\(index)".utf8))),
            ("count", .text(Array("\(count)".utf8))),
        ]
    }
}

extension Variables {
    /// The variables of a request. The digests of its operation count for it.
    init(
        _ request: RequestVariables?, _ captured: [String: ByteString], of operation: Variables
    ) {
        (hashed, digests) = (operation.hashed, operation.digests)
        for (name, value) in request?.values ?? [] { set(name, value) }
        for (name, text) in captured { set(name, .text(text.bytes)) }
    }
}

/// The value of a variable that may be a secret.
struct VariableValue: Equatable, Sendable {
    let name: String
    let text: [UInt8]
    /// It came from the environment or a file, and not from the command line.
    let isImported: Bool

    /// Whether the name says that it is a secret, or `--secret-variable`, which has named these.
    func isSecret(_ named: Set<String>) -> Bool {
        named.contains(name) || isImported && CredentialNames.isSecretVariable(ByteString(name))
    }
}

/// Why a variable cannot be set or expanded, as a fact.
enum VariableProblem: Error, Equatable, Sendable {
    case syntax(Template.Problem)
    /// No variable has this name.
    case unknown(String, suggestion: String?)
    /// A variable that `--each` would set.
    case needsEach(String)
    /// The value has a NUL, which no argument may contain.
    case nul(String)
    /// The text with the values in it has more than 10 MB.
    case tooLong
    /// The function needs a file, and the variable has none.
    case noFile(function: String, variable: String)
    case unreadable(ByteString, errno: Int32)
    /// The file changed after it was hashed.
    case changed(ByteString)
    case timedOut(InputTimeout)
    /// The system has no library for the digest.
    case noLibrary(Digest)
    /// Neither the environment nor the option has a value.
    case notInEnvironment(String)
    /// A credential would be sent without its secret.
    case empty(String)
    /// `--expand-x` for an option without a value.
    case takesNoValue(String)
    /// An option that cannot wait for the variables of a request.
    case cannotWait(String)
    /// A variable is named by a variable of a request.
    case unnamed
    /// `--capture` sets the variable for later requests only.
    case capturedLater(String)
    /// An option for all requests cannot wait for a captured value.
    case sharedCapture(String)
    /// The name of a file cannot come from a captured value.
    case namesFile(String)
    /// A captured value would be more than text in the option.
    case isSyntax(String)

    /// curl's number.
    var exitStatus: Int32 {
        switch self {
        case .unreadable, .changed: ExitStatus.cannotRead
        case .timedOut: ExitStatus.timedOut
        case .noLibrary: ExitStatus.notAvailable
        case .isSyntax: ExitStatus.badReply
        default: ExitStatus.usage
        }
    }
}

/// The digests of files that a run has computed. A request may be made several times, and its file is read for
/// the first of them only.
final class FileDigests: Sendable {
    private struct Key: Hashable {
        let file: VariableFile
        let digest: Digest
    }

    private let known = Guarded<[Key: (bytes: [UInt8], file: HashedFile)]>([:])

    /// Returns the digest of a file; reads the file if that is new or has changed since it was read.
    func digest(
        _ digest: Digest, of file: VariableFile, until limit: TimeLimit?
    ) throws(VariableProblem) -> (bytes: [UInt8], file: HashedFile) {
        let key = Key(file: file, digest: digest)
        if let found = known.withLock({ $0[key] }), (try? found.file.check()) != nil {
            return found
        }
        let read = try file.digest(digest, until: limit)
        known.withLock { $0[key] = read }
        return read
    }
}

extension FileDigests: Equatable {
    /// Settings that differ only in the digests computed so far are equal.
    static func == (first: FileDigests, second: FileDigests) -> Bool { true }
}
