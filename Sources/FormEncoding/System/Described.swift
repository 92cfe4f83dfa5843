/// A value whose descriptions show no secrets and no contents: `print`, `debugPrint` and `dump` show its summary
/// and `shown` in place of its properties.
package protocol Described: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    var summary: String { get }
    var shown: KeyValuePairs<String, Any> { get }
}

extension Described {
    package var summary: String {
        "\(Self.self)(" + shown.map { "\($0): \($1)" }.joined(separator: ", ") + ")"
    }
    package var shown: KeyValuePairs<String, Any> { [:] }

    public var description: String { summary }
    public var debugDescription: String { summary }
    public var customMirror: Mirror { Mirror(self, children: shown, displayStyle: .struct) }
}
