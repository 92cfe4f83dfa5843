import FormEncoding

/// The remedy for a file that cannot be read: another way to write the argument.
extension Messages {
    /// To follow the system's reason; empty if nothing is known. `field` is the one that names the file.
    static func fileRemedy(
        _ path: ByteString, _ errno: Int32, _ field: FormField? = nil
    ) -> String {
        switch errno {
        case noEntry: didYouMean(nearestFile(to: path).map { self.path($0) })
        case isDirectory: field.map { directoryRemedy(path, $0) } ?? ""
        default: ""
        }
    }

    /// The file whose name is nearest to that of a missing one, in the same directory.
    static func nearestFile(to path: ByteString) -> ByteString? {
        let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
        let directory = ByteString(bytes: path.bytes.prefix(slash.map { $0 + 1 } ?? 0))
        let name = ByteString(bytes: path.bytes.dropFirst(directory.count)).description
        guard let names = try? Directory.names(in: directory.isEmpty ? "." : directory) else {
            return nil
        }
        let others = names.compactMap { String(validating: $0.bytes, as: UTF8.self) }
            .filter { $0 != name }
        let nearest =
            others.first { $0.lowercased() == name.lowercased() }
            ?? Suggestion.nearest(to: name, among: others)
        guard let nearest else { return nil }
        let file = directory + ByteString(nearest)
        return file.isFile ? file : nil
    }

    private static let isDirectory: Int32 = 21

    private static func directoryRemedy(_ path: ByteString, _ field: FormField) -> String {
        let name = field.fieldName
        guard path != "/", field.argument.dropFirst(name.count).starts(with: "=@".utf8) else {
            return ""
        }
        let inside = quoted(name + "=@" + path.literalPattern.appending(component: "*"))
        if field.kind != .form || OptionTable.row(of: field.option)?.long == "each" {
            return "; \(field.option) \(inside) takes the files in it"
        }
        return
            "; --form-tree \(quoted(name + "=" + path)) adds all files in it, --form-glob \(inside) "
            + "those directly in it"
    }
}

extension FormField {
    /// Everything up to the first `=`.
    var fieldName: ByteString {
        ByteString(bytes: argument.bytes.prefix { $0 != UInt8(ascii: "=") })
    }
}

extension ByteString {
    /// The pattern that matches this path alone.
    var literalPattern: ByteString {
        ByteString(
            bytes: bytes.flatMap {
                "*?[]{}\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0]
            })
    }
}
