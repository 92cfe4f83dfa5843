/// Why a form cannot be built: a value in it is refused, or an input cannot be read.
public enum FormError: Error, Sendable, Equatable {
    /// Not 1 to 70 of RFC 2046's boundary characters, or a space at the end.
    case invalidBoundary(ByteString)
    /// Not `type/subtype…`, or a control character in it.
    case invalidMediaType(ByteString)
    /// Not `Name: value`, or a CR, LF or NUL in it.
    case invalidHeader(ByteString)
    /// A nested form's boundary begins with that of a form around it, which would end too early.
    case boundaryConflict(inner: ByteString, outer: ByteString)
    /// Forms are nested more than 1000 deep.
    case nestedTooDeep
    /// RFC 2046 §5.1: a nested form itself can be `8bit` or `binary` only.
    case encodedGroup(String)
    /// A stream has a negative length.
    case negativeLength(Int64)
    /// The body is longer than 2⁶³−1 bytes.
    case tooLong
    /// An input could not be measured, spooled or checked.
    case input(BodyError)
}
