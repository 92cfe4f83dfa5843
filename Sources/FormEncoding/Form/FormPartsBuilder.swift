/// Lets a form be written as its parts, with `if`, `switch` and `for` between them.
@resultBuilder
public enum FormPartsBuilder {
    /// One part.
    public static func buildExpression(_ part: FormPart) -> [FormPart] { [part] }

    /// Parts made elsewhere.
    public static func buildExpression(_ parts: [FormPart]) -> [FormPart] { parts }

    /// The parts of the statements, in their order.
    public static func buildBlock(_ parts: [FormPart]...) -> [FormPart] { parts.flatMap { $0 } }

    /// The parts of an `if` without `else`.
    public static func buildOptional(_ parts: [FormPart]?) -> [FormPart] { parts ?? [] }

    /// The parts of the first branch.
    public static func buildEither(first parts: [FormPart]) -> [FormPart] { parts }

    /// The parts of the other branch.
    public static func buildEither(second parts: [FormPart]) -> [FormPart] { parts }

    /// The parts of a loop's rounds, in their order.
    public static func buildArray(_ parts: [[FormPart]]) -> [FormPart] { parts.flatMap { $0 } }

    /// The parts that need a newer system.
    public static func buildLimitedAvailability(_ parts: [FormPart]) -> [FormPart] { parts }
}

extension MultipartForm {
    /// A form whose parts depend on conditions or are made in a loop; with a random boundary, unless
    /// one is given.
    public init(
        boundary: Boundary = .random(),
        @FormPartsBuilder parts: () throws -> [FormPart]
    ) rethrows {
        self.init(parts: try parts(), boundary: boundary)
    }
}

extension MultipartForm: ExpressibleByArrayLiteral {
    /// A form from a literal of its parts, with a random boundary.
    public init(arrayLiteral parts: FormPart...) { self.init(parts: parts) }

    /// An empty form with a random boundary.
    public init() { self.init(parts: []) }
}
