/// Which option sends several files: in one request, or in a request for each. Help, the manual and
/// the README have it near their top.
enum FileChoices {
    typealias Row = (files: String, one: String, each: String)

    static let introduction =
        "Several files go into one request, or each into a request of its own:"

    static let heads: Row = ("files", "in one request", "in a request for each")

    static let rows: [Row] = [
        ("a and b", "-F f=@a -F f=@b", "--each f=@a --each f=@b"),
        ("a pattern", "--form-glob 'f=@*.png'", "--each 'f=@*.png'"),
        ("a list", "-K list (lines: -F f=@a)", "--each 'f=<list'"),
        ("a directory", "--form-tree f=dir", "--each 'f=@dir/**/*'"),
    ]

    /// In columns.
    static var lines: [String] {
        ([heads] + rows).map { column($0.files, 13) + column($0.one, 29) + $0.each }
    }

    private static func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
