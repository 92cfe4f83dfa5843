import FormEncoding
import Foundation

/// Sentences about the files of fields.
extension Messages {
    static let standardInputEmpty = "standard input is empty"

    /// To follow the system's reason; empty if nothing is known. `field` is the one that names the file.
    static func fileRemedy(
        _ path: ByteString, _ errno: Int32, _ field: FormField? = nil
    ) -> String {
        if errno == ENOENT { return didYouMean(path.nearestFile.map { self.path($0) }) }
        guard errno == EISDIR, path != "/", let field,
            field.argument.dropFirst(field.fieldName.count).starts(with: "=@".utf8)
        else { return "" }
        let name = field.fieldName
        let inside = quoted(name + "=@" + path.literalPattern.appending(component: "*"))
        if field.kind != .form || OptionTable.row(of: field.option)?.long == "each" {
            return "; \(field.option) \(inside) takes the files in it"
        }
        return
            "; --form-tree \(quoted(name + "=" + path)) adds all files in it, --form-glob \(inside) "
            + "those directly in it"
    }

    /// For a pattern without files that is itself the name of a file.
    static func literalHint(_ pattern: ByteString) -> String {
        pattern.isFile
            ? "; for the file of that name write \(path(pattern.literalPattern))" : ""
    }
}

extension ByteString {
    /// The pattern that matches this path alone.
    var literalPattern: ByteString { escaping("*?[]{}\\") }
}
