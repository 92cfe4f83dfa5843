import FormEncoding
import FormUpload
import TestSupport
import Testing

/// For apps whose requests were looked at in a proxy: the request as text before it is sent.
@Suite(.serialized)
struct ProxyTests {
    // page: proxy
    func photoRequest(to url: String, photo: String, token: String) throws -> UploadRequest {
        let form = MultipartForm(parts: [
            .text("title", "Sunset; \"Lisbon\""),
            .text("token", ByteString(token)),
            .file("photo", path: ByteString(photo)),
        ])
        return UploadRequest(url: ByteString(url), body: try form.encoded())
    }

    /// The head as it will be sent, and a command line that sends the same request.
    func describe(_ request: UploadRequest) throws -> String {
        let curl = try request.curlDescription()
        var text = "\(try request.head())\(curl)\n"
        for fact in curl.missing {
            switch fact {
            case .secret(let variable): text += "# set \(variable) to the credential\n"
            case .content(_, let variable): text += "# set \(variable) to the path of a file\n"
            default: text += "# curl sends it otherwise: \(fact)\n"
            }
        }
        return text
    }
    // end

    @Test func describesARequest() throws {
        let files = try TemporaryDirectory()
        let photo = try files.file("sea.png", "PNG")
        let request = try photoRequest(to: "http://example.com/up", photo: photo, token: "hush")
        let type = try #require(request.body?.contentType)
        let length = try #require(request.body?.contentLength)
        #expect(
            try describe(request) == """
                POST /up HTTP/1.1\r
                Host: example.com\r
                User-Agent: FormUpload\r
                Accept: */*\r
                Content-Type: \(type)\r
                Content-Length: \(length)\r
                \r
                curl -A FormUpload --form-string 'title=Sunset; "Lisbon"' \
                --form-string "token=$TOKEN" -F photo=@\(photo) http://example.com/up
                # set TOKEN to the credential

                """)
    }

    @Test(.enabled(if: ReferenceCurl.isComparable, Comment(rawValue: ReferenceCurl.reason)))
    func theLineSendsTheSame() async throws {
        let files = try TemporaryDirectory()
        let photo = try files.file("sea.png", "PNG")
        let server = try LoopbackServer()
        let request = try photoRequest(to: server.url("/up"), photo: photo, token: "hush")
        let response = try await Uploader().upload(request) { _ in }
        #expect(response.isSuccess)

        var shell = Command("/bin/sh", arguments: ["-c", try request.curlDescription().line])
        shell.environment["TOKEN"] = "hush"
        let result = try await shell.run()
        #expect(result.exitStatus == 0, "\(result)")

        let sent = try await server.requests(2)
        #expect(try SentRequest(sent[0]) == SentRequest(sent[1]))
        let body = """
            --B\r
            Content-Disposition: form-data; name="title"\r
            \r
            Sunset; "Lisbon"\r
            --B\r
            Content-Disposition: form-data; name="token"\r
            \r
            hush\r
            --B\r
            Content-Disposition: form-data; name="photo"; filename="sea.png"\r
            Content-Type: image/png\r
            \r
            PNG\r
            --B--\r

            """
        for request in sent {
            let boundary = try request.form().boundary
            let text = request.body.text.replacing(
                String(decoding: boundary, as: UTF8.self), with: "B")
            #expect(text == body)
        }
        #expect(try sent[0].headText == request.head().description)
    }
}
