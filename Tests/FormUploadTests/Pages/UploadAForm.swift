import FormEncoding
import FormUpload
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code of the page 'Upload a form', with the public interface only.
enum UploadAForm {
    static func upload(_ path: ByteString, to url: ByteString) async throws -> UploadResponse {
        // page: UploadAForm
        let form = MultipartForm(parts: [
            .text("title", "Summer"),
            .file("picture", path: path),
            .data(
                "note", "Two words", filename: "note.txt", contentType: try MediaType("text/plain")),
        ])
        let request = UploadRequest(url: url, body: try form.encoded())
        let response = try await Uploader().upload(request)
        // end
        return response
    }

    static func uploadWithOptions(
        _ body: EncodedBody, to url: ByteString, token: ByteString
    ) async throws -> UploadResponse {
        // page: UploadAForm
        var options = UploadOptions()
        options.redirects.follows = true
        options.retry.maximum = 3
        options.retry.maximumTime = .seconds(900)
        options.limits.total = .seconds(600)  // each attempt
        let uploader = Uploader(options: options)

        var request = UploadRequest(url: url, body: body)
        if let field = HeaderField(name: "Authorization", value: .text("Bearer " + token)) {
            request.headers.append(field)
        }
        let response = try await uploader.upload(request)
        // end
        return response
    }

    /// `print` is a parameter so that its lines can be compared.
    static func watch(_ request: UploadRequest, print: (String) -> Void) async throws {
        // page: UploadAForm
        for try await step in Uploader().events(for: request) {
            switch step {
            case .event(.progress(let progress)):
                print("\(progress.sent) of \(progress.total ?? 0) bytes")
            case .event:
                break
            case .response(let response):
                print(response.head.statusLine)
            }
        }
        // end
    }

    static func encode(
        _ values: some Encodable
    ) throws -> (login: EncodedBody, json: EncodedBody) {
        // page: UploadAForm
        let login = URLEncodedForm(["user": "mia", "tags": ["a", "b"]]).encoded()
        let json = EncodedBody(
            bytes: ByteString(try JSONEncoder().encode(values)), contentType: .json)
        // end
        return (login, json)
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

func store(_ form: MultipartForm, at url: ByteString) async throws -> Stored {
    let request = UploadRequest(url: url, body: try form.encoded())
    return try await Uploader().reply(to: request).decoded()
}
// end
