import Foundation

/// How bytes of users and servers are written into a sentence: the command hides secrets in them.
package struct Wording: Sendable {
    /// The bytes, safe for where the sentence is shown.
    package let shown: @Sendable (ByteString) -> String

    package let isOfApp: Bool

    package init(isOfApp: Bool = false, shown: @escaping @Sendable (ByteString) -> String) {
        (self.isOfApp, self.shown) = (isOfApp, shown)
    }

    /// For an app, which cares for that itself.
    package static let plain = Wording(isOfApp: true) { $0.description }

    /// When a file has changed. The command measures a file just before it sends it.
    var sinceMeasured: String {
        isOfApp ? "after it was measured" : "while it was being sent"
    }

    package func quoted(_ bytes: ByteString) -> String { "'\(shown(bytes))'" }

    /// A path, in quotes if its limits would not be visible.
    package func path(_ path: ByteString) -> String {
        let isPlain = path.bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        return isPlain && !path.bytes.isEmpty ? shown(path) : quoted(path)
    }

    package func input(_ path: ByteString) -> String {
        path == "-" ? "standard input" : self.path(path)
    }

    package func name(of part: PartReference) -> String {
        if let name = part.nameBytes { return "the field \(quoted(name))" }
        if let filename = part.filenameBytes { return "the file \(quoted(filename))" }
        return "part \(part.index + 1)"
    }

    /// The system's sentence for an errno.
    package func reason(_ number: Int32) -> String {
        if number == ESTALE { return "another file has taken its place" }
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        return ByteString(cString: buffer).description
    }
}
