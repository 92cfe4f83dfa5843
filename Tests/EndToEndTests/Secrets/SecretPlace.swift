import Foundation
import TestSupport

/// A command line and its surroundings, with secrets.
struct SecretLine: Sendable {
    private(set) var arguments: [any RawBytes] = []
    private(set) var files: [String: [UInt8]] = [:]
    private(set) var environment: [String: [UInt8]] = [:]
    private(set) var login: [UInt8] = []
    private(set) var target = bytes("/up")
    private(set) var takesURL = true
    private(set) var status = 200
    private(set) var answer: [(name: String, value: any RawBytes)] = []

    /// Adds words as those of `SecretPlace`.
    mutating func add(_ words: String, _ secret: [UInt8] = []) {
        for word in words.split(separator: " ") {
            let kind = word.contains("/") ? word.prefix { $0 != "/" } : ""
            let content = Self.filled(word.dropFirst(kind.count + 1), secret)
            let sign = content.firstIndex(of: UInt8(ascii: "=")) ?? content.endIndex
            let name = String(decoding: content[..<sign], as: UTF8.self)
            let value = Array(content[sign...].dropFirst())
            switch kind {
            case "file": files[name] = value
            case "env": environment[name] = value
            case "answer": answer.append((name, value))
            case "status": status = Int(name) ?? 0
            case "login": login = content
            case "path": target = content
            case "query": target += bytes(target.contains(0x3F) ? "&" : "?", content)
            case "url": (takesURL, arguments) = (false, arguments + [content])
            default: arguments.append(Self.filled(word, secret))
            }
        }
    }

    private static func filled(_ word: Substring, _ secret: [UInt8]) -> [UInt8] {
        var (text, rest) = ([UInt8](), word)
        while let place = rest.firstMatch(of: /\{([%\\]?)\}/) {
            text += rest[..<place.range.lowerBound].replacing("~", with: " ").utf8
            switch place.1 {
            case "%": text += escaped(secret) { String(format: "%%%02X", $0) }
            case "\\": text += secret.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] }
            default: text += secret
            }
            rest = rest[place.range.upperBound...]
        }
        return text + rest.replacing("~", with: " ").utf8
    }
}

/// A place of a command line, of a file or of an answer that can hold a secret.
struct SecretPlace: Sendable {
    enum Body { case form, data, file }

    /// Arguments, with blanks between them and `~` for a blank in one; and `file/NAME=content`,
    /// `env/NAME=value`, `answer/Name=value`, `status/307`, `login/me:{}@`, `path/…`, `query/…` for what
    /// surrounds them, `url/…` for the whole URL. `{}` is the secret, `{%}` in a URL, `{\}` in quotes.
    let words: String
    /// The body of which it is a part.
    var body: Body?
    /// The bytes that it cannot hold.
    var without: [UInt8] = []
    var mayBeShort = false

    init(_ words: String, _ body: Body? = nil, without: String = "", mayBeShort: Bool = false) {
        (self.words, self.body, self.mayBeShort) = (words, body, mayBeShort)
        self.without = Array(without.utf8)
    }

    static let all: [SecretPlace] = options + forms + data + variables + answers

    private static let options: [SecretPlace] = [
        .init("-u me:{}", mayBeShort: true),
        .init("--digest -u me:{}"),
        .init("-U me:{}", without: "\""),
        .init("--oauth2-bearer {}", mayBeShort: true),
        .init("-H X-Api-Key:~{}", mayBeShort: true),
        .init("-H @heads file/heads=X-Job-Token:~{}\n"),
        .init("-H X-Tenant:{} --secret x-tenant", mayBeShort: true),
        .init("--secret X-Seat -H X-Seat:~{}"),
        .init("--proxy-header X-Token:~{}"),
        .init("-b sid={}", without: ";,", mayBeShort: true),
        .init("-e http://h/?token={%}"),
        .init("--url-query token={}"),
        .init("query/sig={%}"),
        .init("--secret ssn query/ssn={%}"),
        .init("login/me:{%}@"),
        .init("path//bot12:{%}/up", without: "/?#%&\"\\ '+=;,@:\u{E9}"),
        .init("-K rc file/rc=header~=~\"X-Auth:~{}\"\n", without: "\"\\"),
    ]

    private static let forms: [SecretPlace] = [
        .init("--form-string token={}", .form, mayBeShort: true),
        .init(#"-F api_key="{\}""#, .form, mayBeShort: true),
        .init(#"-F password="{\}";encoder=base64"#, .form, mayBeShort: true),
        .init(#"-F secret="{\}";encoder=quoted-printable"#, .form, mayBeShort: true),
        .init("--form-string pin={} --secret PIN", .form, mayBeShort: true),
        .init("-F passwd=<content file/content={}", .form, mayBeShort: true),
        .init(
            "-F signature=@upload;encoder=base64 --chunked file/upload={}", .form, mayBeShort: true),
        .init(#"-F jwt=( -F ="{\}" -F =)"#, .form),
        .init(#"-F x=y;headers="X-Token:~{\}""#, .form),
        .init(#"--form-fields fields file/fields={"otp":"{\}"}"#, .form),
    ]

    private static let data: [SecretPlace] = [
        .init("-d token={%}", .data, without: "&", mayBeShort: true),
        .init("-d a=b&pass={}", .data, without: "&"),
        .init("-d @pairs file/pairs=x=y&pwd={%}&z=shown", .data, without: "&"),
        .init("--data-urlencode otp={}", .data, mayBeShort: true),
        .init("-G --data-urlencode token={}", .data, without: "&"),
    ]

    private static let variables: [SecretPlace] = [
        .init("env/MY_TOKEN={} --variable %MY_TOKEN --expand-header X-A:~{{MY_TOKEN}}"),
        .init(
            "env/DB_PASSWORD={} --variable %DB_PASSWORD --expand-header X-B:~u={{DB_PASSWORD:b64}}"),
        .init("env/NPM_AUTH={} --variable %NPM_AUTH --expand-form-string a={{NPM_AUTH}}", .form),
        .init(#"env/OAUTH={} --variable %OAUTH --expand-form a="{{OAUTH:json}}""#, .form),
        .init(
            "--variable LOGIN={} --secret LOGIN --expand-header X-C:~{{LOGIN:trim}}", .form
        ),
        .init("file/value={} --variable A_KEY@value --expand-header X-D:~{{A_KEY}}"),
        .init("env/JOB_TOKEN={} --bearer-env JOB_TOKEN"),
        .init("--variable V=v --expand-header X-Token:~{}-{{V}}"),
        .init("env/HOOK={} --variable %HOOK --expand-url-query +q={{HOOK:url}}"),
    ]

    private static let answers: [SecretPlace] = [
        .init("-c /dev/null answer/Set-Cookie=sid={}", without: ";,\"'\\"),
        .init("answer/X-Auth-Token={}"),
        .init("-L status/307 answer/Location=/again?token={%}", without: "&"),
        .init("status/307 answer/Location=http://u:{%}@h/"),
    ]

    /// Command lines that are refused, with messages that quote them.
    static let faults: [SecretPlace] = [
        .init("-F a=b -H X-Api-Key~{}"),
        .init("-F a=b -H X-Api-Key:~{}\r"),
        .init("-F a=b -H X-Own:~{}\r --secret x-own"),
        .init("-F a=b -b a={}\n"),
        .init("-F a=b --oauth2-bearer {}\n"),
        .init("-F token=x;{}", without: "\"\\;"),
        .init("-F token=\"x\"{}", without: "\"\\"),
        .init("-F token=x;encoder={}", without: "\"\\;"),
        .init("-F a=b;headers=\"X-Token~{}\"", without: "\"\\"),
        .init("-F a=b;headers=\"X-Token:~{}\";foo=1", without: "\"\\"),
        .init("-F a=b;headers=\"X-Token:~{}", without: "\"\\"),
        .init("env/MY_TOKEN={} --variable %MY_TOKEN --expand-form f=@/no/{{MY_TOKEN}}"),
        .init("env/MY_TOKEN={} --variable %MY_TOKEN --expand-max-time {{MY_TOKEN}}"),
        .init("-F token=x {}"),
        .init("-F a=b -H X-Api-Key: {}"),
        .init("-d password=x {}"),
        .init("-F a=b url/http://u:{%}@h:99999/"),
        .init("-F a=b url/foo://u:{%}@h/?token={%}"),
        .init("-F a=b url/http://u:{}/@h/", without: " "),
        .init("-F a=b url/http://u:{%}@h.invalid/?sig={%}"),
        .init("-F a=b url/http://h/?token={%}~x"),
        .init("-F a=b -x foo://u:{%}@h"),
        .init("-F a=b -E none:{}", without: ":\\"),
        .init("-F a=b --secret X:~{}"),
    ]
}
