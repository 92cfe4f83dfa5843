import FormEncoding
import FormUpload
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code of the page 'Upload a form', with the public interface only.
enum UploadAForm {
    static func upload(_ path: String, to url: String) async throws -> UploadReply {
        // page: UploadAForm
        let form: MultipartForm = [
            .text("title", "Summer"),
            .file("picture", path: path),
            .data("note", Data("Two words".utf8), filename: "note.txt"),
        ]
        let request = try UploadRequest(url: url, form: form)
        let reply = try await Uploader().reply(to: request)
        // end
        return reply
    }

    static func uploadWithOptions(
        _ form: MultipartForm, to url: String, token: String
    ) async throws -> UploadReply {
        // page: UploadAForm
        var options = UploadOptions()
        options.redirects.follows = true
        options.retry.maximum = 3
        options.retry.maximumTime = .seconds(900)
        options.limits.total = .seconds(600)  // each attempt
        let uploader = Uploader(options: options)

        let request = try UploadRequest(
            url: url, headers: ["Authorization": "Bearer \(token)"], form: form)
        let reply = try await uploader.reply(to: request)
        // end
        return reply
    }

    static func connect(proxy: ByteString, certificate: ByteString) -> UploadOptions {
        // page: UploadAForm
        var options = UploadOptions()
        options.proxy = proxy
        options.clientCertificate = certificate
        options.login = .digest(user: "mia", password: "secret")
        options.httpVersion = .http1
        options.bytesPerSecond = 1_000_000
        // end
        return options
    }

    /// `print` is a parameter so that its lines can be compared.
    static func watch(_ request: UploadRequest, print: (String) -> Void) async throws {
        // page: UploadAForm
        for try await event in Uploader().events(for: request) {
            switch event {
            case .progress(let progress):
                print("\(progress.sent) of \(progress.contentLength ?? 0) bytes")
            case .response(let reply):
                print(reply.head.statusLine)
            default:
                break
            }
        }
        // end
    }

    static func isImage(_ reply: UploadReply) -> Bool {
        // page: UploadAForm
        let isImage = reply.mimeType == "image/png" || reply.mimeType == "image/jpeg"
        let location = reply["Location"]
        // end
        return isImage && location == nil
    }

    static func encode(
        _ values: some Encodable
    ) throws -> (login: EncodedBody, search: EncodedBody, json: EncodedBody) {
        // page: UploadAForm
        let login = URLEncodedForm([("user", "mia"), ("password", "a&b")]).body()
        let search = URLEncodedForm(["tags": ["a", "b"], "page": 3, "on": true]).body()
        let json = try EncodedBody(json: values)
        // end
        return (login, search, json)
    }

    static func request(_ form: MultipartForm, to url: URL) throws -> URLRequest {
        // page: UploadAForm
        let request = try URLRequest(url: url, form: form)
        // end
        return request
    }
}

// page: UploadAForm
struct Stored: Decodable {
    var id: Int
}

func store(_ form: MultipartForm, at url: String) async throws -> Stored {
    let request = try UploadRequest(url: url, form: form)
    let reply = try await Uploader().reply(to: request) { progress in
        print(progress.fraction ?? 0)
    }
    return try reply.decoded()
}
// end
