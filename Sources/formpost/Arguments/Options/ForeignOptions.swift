/// Options of HTTPie, xh, wget and Python's requests, with the options of formpost that replace them.
enum ForeignOptions {
    /// The advice for an option; the name includes its dashes.
    static func remedy(for option: String) -> String? { table[option] }

    private static let table = Dictionary(
        rows.flatMap { row in row.names.split(separator: " ").map { ("\($0)", row.remedy) } },
        uniquingKeysWith: { first, _ in first })

    static let rows: [(names: String, remedy: String)] = [
        ("--timeout", "-m limits each attempt, --connect-timeout the connection"),
        ("--auth", "write -u user:password"),
        ("--token --bearer", "write --oauth2-bearer token"),
        (
            "--verify",
            "certificates are verified by default; -k accepts any, --cacert file trusts what is in it"
        ),
        (
            "--no-check-certificate",
            "-k accepts any certificate, --cacert file trusts what is in it"
        ),
        ("--follow", "write -L"),
        ("--method", "write -X method"),
        ("--quiet", "write -s, with -S to see errors and warnings"),
        ("--offline", "write --dry-run"),
        ("--field", "write -F name=text"),
        ("--file --files", "write -F name=@file"),
        ("--multipart", "leave it out: -F sends multipart/form-data"),
        ("--session", "write -b file -c file to keep cookies"),
        ("--check-status", "leave it out: a status other than 2xx is a failure by default"),
        ("--print", "-i prints the response headers, -v the request as well"),
        ("--output-document", "write -o file"),
        ("--post-data --body-data", "write -d data"),
        ("--post-file --body-file", "write --data-binary @file, or -F name=@file for a form"),
        ("--tries", "write --retry number"),
    ]
}
