import FormEncoding
import FormUpload

/// The media type and the boundary that a `Content-Type` among the headers gives the form.
struct FormContentType {
    private(set) var mediaType: MediaType?
    private(set) var boundary: Boundary?

    /// Takes the field out of `headers`, since the form sends its own, with the boundary in it.
    ///
    /// Throws (exit 2) for two types, of which one would be lost, and for a boundary that is not
    /// valid, or not that of `--boundary`: with two of them, each server would choose one.
    init(takenFrom headers: inout [HeaderField], _ settings: Settings) throws(Failure) {
        boundary = settings.form.boundary
        let types = headers.compactMap { field -> ByteString? in
            guard field.isNamed("Content-Type"), case .text(let type) = field.value else {
                return nil
            }
            return type
        }
        if let first = types.first, let second = types.first(where: { $0 != first }) {
            throw .usage(Messages.twoContentTypes(first, second, of: settings.name(of: "header")))
        }
        guard let field = headers.first(where: { $0.isNamed("Content-Type") }),
            case .text(let text) = field.value, let type = try? MediaType(verbatim: text)
        else { return }
        headers.removeAll { $0.isNamed("Content-Type") }
        mediaType = type.withoutBoundaries
        for value in type.boundaries {
            let option = settings.name(of: "header")
            guard let own = try? Boundary(value) else {
                // The boundary is no secret, although a header's value may be one.
                throw .usage("\(option): \(Messages.text(.notBoundary, value))")
            }
            if let boundary, boundary != own {
                let names = settings.form.boundary == nil ? option : settings.name(of: "boundary")
                throw .usage(Messages.twoBoundaries(boundary, of: names, own, of: option))
            }
            boundary = own
        }
    }

    /// The type, if it is not the type of a form.
    var foreignType: MediaType? {
        mediaType.flatMap { $0.isKind(of: .formData) ? nil : $0 }
    }
}
