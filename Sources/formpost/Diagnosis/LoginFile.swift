import FormEncoding
import FormUpload
import Foundation

/// The netrc(5) file that was used for a request. Tells whether it has a login for the host, which
/// libcurl does not report.
struct LoginFile {
    /// As the user named it.
    let path: ByteString
    /// Where libcurl read it.
    private let source: ByteString
    let host: String

    /// `nil` if no such file was used.
    init?(_ request: Request, _ facts: TransferFacts) {
        let settings = request.options.curlSettings
        guard settings.contains(where: { $0.option == .netrc }),
            request.settings.request.user == nil
        else { return nil }
        let file = settings.lazy.compactMap { setting -> ByteString? in
            guard setting.option == .netrcFile, case .string(let path) = setting.value else {
                return nil
            }
            return path
        }.first
        let home = ProcessInfo.processInfo.environment["HOME"]
        guard let source = file ?? home.map({ ByteString($0 + "/.netrc") }) else { return nil }
        let named =
            request.settings.request.netrcFile?.path ?? request.proxyRoute.environment["NETRC"]
        self.source = source
        path = named ?? source
        host = URLPlace(facts.url.bytes.isEmpty ? request.url : facts.url).host
    }

    /// Also true if the file cannot be read, since nothing is known then.
    var hasLogin: Bool {
        guard let content = try? SmallFile.read(source) else { return true }
        let words = content.split(whereSeparator: \.isBlank).map {
            String(decoding: $0, as: UTF8.self)
        }
        return words.contains("default")
            || zip(words, words.dropFirst()).contains {
                $0 == "machine" && $1.lowercased() == host.lowercased()
            }
    }
}
