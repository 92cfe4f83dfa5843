import Foundation
import TestSupport

/// The parts of a command line and its surroundings that hold secrets.
struct SecretLine: Sendable {
    var arguments: [any RawBytes] = []
    var files: [String: [UInt8]] = [:]
    var environment: [String: [UInt8]] = [:]
    var login: [UInt8] = []
    var target = bytes("/up")
    var takesURL = true
    var status = 200
    var answer: [(name: String, value: any RawBytes)] = []

    mutating func add(_ words: any RawBytes...) { arguments += words }

    mutating func addToQuery(_ pair: any RawBytes...) {
        target += bytes(target.contains(UInt8(ascii: "?")) ? "&" : "?") + pair.flatMap(\.rawBytes)
    }
}

/// A place of a command line, of a file or of an answer that can hold a secret.
struct SecretPlace: Sendable {
    enum Body { case form, data, file }

    let name: String
    /// The body of which it is a part.
    var body: Body?
    /// The bytes that it cannot hold.
    var without: [UInt8] = []
    var mayBeShort = false
    let put: @Sendable ([UInt8], inout SecretLine) -> Void

    init(
        _ name: String, _ body: Body? = nil, without: String = "", mayBeShort: Bool = false,
        put: @escaping @Sendable ([UInt8], inout SecretLine) -> Void
    ) {
        (self.name, self.body, self.mayBeShort, self.put) = (name, body, mayBeShort, put)
        self.without = Array(without.utf8)
    }

    private static func percent(_ text: [UInt8]) -> [UInt8] {
        escaped(text) { String(format: "%%%02X", $0) }
    }

    private static func inQuotes(_ text: [UInt8]) -> [UInt8] {
        [0x22] + text.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] } + [0x22]
    }

    static let all: [SecretPlace] = options + forms + data + variables + answers

    private static let options: [SecretPlace] = [
        .init("-u", mayBeShort: true) { $1.add("-u", bytes("me:", $0)) },
        .init("-u with --digest") { $1.add("--digest", "-u", bytes("me:", $0)) },
        .init("-U", without: "\"") { $1.add("-U", bytes("me:", $0)) },
        .init("--oauth2-bearer", mayBeShort: true) { $1.add("--oauth2-bearer", $0) },
        .init("-H", mayBeShort: true) { $1.add("-H", bytes("X-Api-Key: ", $0)) },
        .init("-H @file") {
            $1.add("-H", "@heads")
            $1.files["heads"] = bytes("X-Job-Token: ", $0, "\n")
        },
        .init("--secret-header", mayBeShort: true) {
            $1.add("-H", bytes("X-Tenant:", $0), "--secret-header", "x-tenant")
        },
        .init("--secret-field in -H") {
            $1.add("--secret-field", "X-Seat", "-H", bytes("X-Seat: ", $0))
        },
        .init("--proxy-header") { $1.add("--proxy-header", bytes("X-Token: ", $0)) },
        .init("-b", without: ";,", mayBeShort: true) { $1.add("-b", bytes("sid=", $0)) },
        .init("-e") { $1.add("-e", bytes("http://h/?token=", percent($0))) },
        .init("--url-query") { $1.add("--url-query", bytes("token=", $0)) },
        .init("query") { $1.addToQuery("sig=", percent($0)) },
        .init("query of --secret-field") {
            $1.add("--secret-field", "ssn")
            $1.addToQuery("ssn=", percent($0))
        },
        .init("login of the URL") { $1.login = bytes("me:", percent($0), "@") },
        .init("path", without: "/?#%&\"\\ '+=;,@:\u{E9}") {
            $1.target = bytes("/bot12:", percent($0), "/up")
        },
        .init("-K", without: "\"\\") {
            $1.add("-K", "rc")
            $1.files["rc"] = bytes("header = \"X-Auth: ", $0, "\"\n")
        },
    ]

    private static let forms: [SecretPlace] = [
        .init("--form-string", .form, mayBeShort: true) {
            $1.add("--form-string", bytes("token=", $0))
        },
        .init("-F", .form, mayBeShort: true) { $1.add("-F", bytes("api_key=", inQuotes($0))) },
        .init("base64", .form, mayBeShort: true) {
            $1.add("-F", bytes("password=", inQuotes($0), ";encoder=base64"))
        },
        .init("quoted-printable", .form, mayBeShort: true) {
            $1.add("-F", bytes("secret=", inQuotes($0), ";encoder=quoted-printable"))
        },
        .init("--secret-field", .form, mayBeShort: true) {
            $1.add("--form-string", bytes("pin=", $0), "--secret-field", "PIN")
        },
        .init("<file", .form, mayBeShort: true) {
            $1.add("-F", "passwd=<content")
            $1.files["content"] = $0
        },
        .init("@file", .form, mayBeShort: true) {
            $1.add("-F", "signature=@upload;encoder=base64", "--chunked")
            $1.files["upload"] = $0
        },
        .init("group", .form) { $1.add("-F", "jwt=(", "-F", bytes("=", inQuotes($0)), "-F", "=)") },
        .init("headers=", .form) {
            $1.add("-F", bytes("x=y;headers=", inQuotes(bytes("X-Token: ", $0))))
        },
        .init("--form-fields", .form) {
            $1.add("--form-fields", "fields")
            $1.files["fields"] = bytes("{\"otp\":", inQuotes($0), "}")
        },
    ]

    private static let data: [SecretPlace] = [
        .init("-d", .data, without: "&", mayBeShort: true) {
            $1.add("-d", bytes("token=", percent($0)))
        },
        .init("-d as it is", .data, without: "&") { $1.add("-d", bytes("a=b&pass=", $0)) },
        .init("-d @file", .data, without: "&") {
            $1.add("-d", "@pairs")
            $1.files["pairs"] = bytes("x=y&pwd=", percent($0), "&z=shown")
        },
        .init("--data-urlencode", .data, mayBeShort: true) {
            $1.add("--data-urlencode", bytes("otp=", $0))
        },
        .init("-G", .data, without: "&") { $1.add("-G", "--data-urlencode", bytes("token=", $0)) },
    ]

    private static let variables: [SecretPlace] = [
        .init("a variable in a header") {
            $1.environment["MY_TOKEN"] = $0
            $1.add("--variable", "%MY_TOKEN", "--expand-header", "X-A: {{MY_TOKEN}}")
        },
        .init("a variable in base64") {
            $1.environment["DB_PASSWORD"] = $0
            $1.add("--variable", "%DB_PASSWORD", "--expand-header", "X-B: u={{DB_PASSWORD:b64}}")
        },
        .init("a variable in a form", .form) {
            $1.environment["NPM_AUTH"] = $0
            $1.add("--variable", "%NPM_AUTH", "--expand-form-string", "a={{NPM_AUTH}}")
        },
        .init("a variable in JSON", .form) {
            $1.environment["OAUTH"] = $0
            $1.add("--variable", "%OAUTH", "--expand-form", "a=\"{{OAUTH:json}}\"")
        },
        .init("a typed variable", .form, mayBeShort: false) {
            $1.add("--variable", bytes("LOGIN=", $0), "--secret-variable", "LOGIN")
            $1.add("--expand-header", "X-C: {{LOGIN:trim}}")
        },
        .init("a variable of a file") {
            $1.files["value"] = $0
            $1.add("--variable", "A_KEY@value", "--expand-header", "X-D: {{A_KEY}}")
        },
        .init("--bearer-env") {
            $1.environment["JOB_TOKEN"] = $0
            $1.add("--bearer-env", "JOB_TOKEN")
        },
        .init("a variable in the URL") {
            $1.environment["HOOK"] = $0
            $1.add("--variable", "%HOOK", "--expand-url-query", "+q={{HOOK:url}}")
        },
    ]

    private static let answers: [SecretPlace] = [
        .init("Set-Cookie", without: ";,\"'\\") {
            $1.add("-c", "/dev/null")
            $1.answer.append(("Set-Cookie", bytes("sid=", $0)))
        },
        .init("a header of the answer") { $1.answer.append(("X-Auth-Token", $0)) },
        .init("Location", without: "&") {
            $1.add("-L")
            $1.status = 307
            $1.answer.append(("Location", bytes("/again?token=", percent($0))))
        },
        .init("Location without -L") {
            $1.status = 307
            $1.answer.append(("Location", bytes("http://u:", percent($0), "@h/")))
        },
    ]

    /// Command lines that are refused, with messages that quote them.
    static let faults: [SecretPlace] = [
        .init("a header without a colon") { $1.add("-F", "a=b", "-H", bytes("X-Api-Key ", $0)) },
        .init("a header with a line end") {
            $1.add("-F", "a=b", "-H", bytes("X-Api-Key: ", $0, "\r"))
        },
        .init("a header named later") {
            $1.add("-F", "a=b", "-H", bytes("X-Own: ", $0, "\r"), "--secret-header", "x-own")
        },
        .init("a cookie with a line end") { $1.add("-F", "a=b", "-b", bytes("a=", $0, "\n")) },
        .init("a token with a line end") {
            $1.add("-F", "a=b", "--oauth2-bearer", bytes($0, "\n"))
        },
        .init("a parameter", without: "\"\\;") { $1.add("-F", bytes("token=x;", $0)) },
        .init("text after a quote", without: "\"\\") { $1.add("-F", bytes("token=\"x\"", $0)) },
        .init("an encoder", without: "\"\\;") { $1.add("-F", bytes("token=x;encoder=", $0)) },
        .init("a header of a part", without: "\"\\") {
            $1.add("-F", bytes("a=b;headers=\"X-Token ", $0, "\""))
        },
        .init("after a header of a part", without: "\"\\") {
            $1.add("-F", bytes("a=b;headers=\"X-Token: ", $0, "\";foo=1"))
        },
        .init("a header that is not closed", without: "\"\\") {
            $1.add("-F", bytes("a=b;headers=\"X-Token: ", $0))
        },
        .init("a variable in a form") {
            $1.environment["MY_TOKEN"] = $0
            $1.add("--variable", "%MY_TOKEN", "--expand-form", "f=@/no/{{MY_TOKEN}}")
        },
        .init("a variable in a number") {
            $1.environment["MY_TOKEN"] = $0
            $1.add("--variable", "%MY_TOKEN", "--expand-max-time", "{{MY_TOKEN}}")
        },
        .init("a word after a field") { $1.add("-F", "token=x", $0) },
        .init("a word after a header") { $1.add("-F", "a=b", "-H", "X-Api-Key:", $0) },
        .init("a word after -d") { $1.add("-d", "password=x", $0) },
        .init("a port") {
            $1.takesURL = false
            $1.add("-F", "a=b", bytes("http://u:", percent($0), "@h:99999/"))
        },
        .init("a scheme") {
            $1.takesURL = false
            $1.add("-F", "a=b", bytes("foo://u:", percent($0), "@h/?token=", percent($0)))
        },
        .init("a login as it is", without: " ") {
            $1.takesURL = false
            $1.add("-F", "a=b", bytes("http://u:", $0, "/@h/"))
        },
        .init("a host") {
            $1.takesURL = false
            $1.add("-F", "a=b", bytes("http://u:", percent($0), "@h.invalid/?sig=", percent($0)))
        },
        .init("a blank") {
            $1.takesURL = false
            $1.add("-F", "a=b", bytes("http://h/?token=", percent($0), " x"))
        },
        .init("a proxy") {
            $1.add("-F", "a=b", "-x", bytes("foo://u:", percent($0), "@h"))
        },
        .init("a certificate", without: ":\\") { $1.add("-F", "a=b", "-E", bytes("none:", $0)) },
        .init("--secret-header") { $1.add("-F", "a=b", "--secret-header", bytes("X ", $0)) },
    ]
}
