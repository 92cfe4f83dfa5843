import FormEncoding
import FormUpload

/// One request, checked, with its inputs measured or read.
final class Request: Sendable {
    let label: RequestLabel
    /// With one URL, and at most one file of `-T` and of `-o`.
    let settings: Settings
    let template: RequestTemplate
    let body: BodyBuilder
    let upload: UploadRequest
    let route: Route
    let options: UploadOptions
    /// The file that a journal records; `nil` if the body is not one file.
    let file: JournaledFile?

    var url: ByteString { upload.urlBytes }
    var line: OperationLine { template.line }

    init(
        _ settings: Settings, _ template: RequestTemplate, number: Int, _ inputs: Inputs
    ) throws(Failure) {
        let (run, line) = (inputs.settings, template.line)
        // Read before the body is measured: if the file changes later, the next call sends it again.
        file =
            inputs.readsNothing || run.journal.path == nil
            ? nil : try settings.journaledPath.flatMap(JournaledFile.init(at:))
        var headers = template.headers
        try settings.addIdempotencyKey(to: &headers, line)
        if let body = template.body {
            self.body = body
        } else {
            body = try BodyBuilder(settings, line, headers: &headers, inputs)
        }
        let url = template.url(of: settings, body)
        var upload = UploadRequest(
            url: url, method: settings.request.method, headers: headers, body: body.encoded)
        let referer = settings.request.referer
        upload.referer = referer.isEmpty ? nil : referer
        if settings.data.file != nil { upload.bodyMethod = "PUT" }
        upload.resumption = body.resumption
        if upload.body != nil, let method = upload.methodBytes,
            let text = Messages.doubtfulMethod(method, insteadOf: upload.bodyMethod)
        {
            inputs.console.warn("\(line.name(of: "request")): \(text)")
        }
        route = Route(url: url, line: line, environment: inputs.environment)
        try route.checkEnvironment(followsRedirects: template.options.redirects.follows)
        try route.refusing { () throws(UploadFault) in try upload.check(template.options) }
        if template.options.isHTTP10, upload.isChunked,
            settings.isChunked || settings.data.file != nil
                || !inputs.readsNothing && !line.readsNoPipes(run.preview)
        {
            throw .usage(Messages.noChunks(line))
        }
        if !TransportFacts.hooksAreInEffect, !run.preview.isOn {
            try Self.checkWithoutHooks(upload, template, route)
        }
        var options = template.options
        if let key = try TLSFileCheck.lockedKey(options, route, inputs) {
            try options.askPassphrase(ofKeyAt: key, with: inputs)
        }
        self.options = options
        (self.settings, self.template, self.upload) = (settings, template, upload)
        label = RequestLabel(
            number: number, count: inputs.count, name: settings.uploadedFile ?? url, url: url,
            file: settings.uploadedFile ?? body.onlyPath,
            fileSize: settings.each.file.flatMap(body.sizeOfPart), isUpload: body.hasFile)
    }

    /// Throws if an option needs the libcurl hooks, which are not in effect.
    private static func checkWithoutHooks(
        _ upload: UploadRequest, _ template: RequestTemplate, _ route: Route
    ) throws(Failure) {
        try route.refusing { () throws(UploadFault) in
            try upload.checkNative(template.options)
            // Refused for http URLs, too: a redirect may lead to https. CA files of the environment are
            // checked when it does.
            if route.passed.last(.caInfo) != nil { throw .needsHooks(.option(.caInfo)) }
            if route.passed.last(.caPath) != nil { throw .needsHooks(.option(.caPath)) }
        }
        if let variable = template.writeOut?.variables.first(where: WriteOut.needsHooks) {
            let option = template.line.name(of: "write-out")
            throw Failure(
                ExitStatus.notAvailable, Messages.needsHooks("\(option) %{\(variable)}"))
        }
    }

    /// Whether a login or a token was given for the server, but for one of a netrc file.
    var hasLogin: Bool {
        options.string(.userPassword) != nil || options.string(.bearer) != nil
            || url.userinfoRange != nil || upload.headers.contains { $0.isNamed("Authorization") }
    }
}

/// A request among all of a run.
struct RequestLabel: Sendable, Equatable {
    /// The number of the request, from 0 on.
    var number = 0
    var count = 1
    var name: ByteString = ""
    var url: ByteString = ""
    /// The one file that the request sends.
    var file: ByteString?
    /// The size of that file, if it is a part of a form of `--each`.
    var fileSize: Int64?
    /// Whether the request sends a file, unlike a login or a page that is fetched.
    var isUpload = true
}

extension Settings {
    /// The one file that the request sends: the file of `--each` or `-T`.
    var uploadedFile: ByteString? {
        each.file ?? data.file.flatMap { $0.isStandardInput ? nil : $0.path }
    }

    /// The same, or `-` for standard input: what a journal records of any upload.
    var journaledPath: ByteString? { each.file ?? data.file?.path }
}

extension Messages {
    /// A warning of a method that is sent as it was written; `nil`: it is a usual one for a body.
    fileprivate static func doubtfulMethod(_ method: ByteString, insteadOf usual: ByteString)
        -> String?
    {
        let name = shown(method)
        let upper = name.uppercased()
        let usualNames = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        if name != upper, usualNames.contains(upper) {
            return "methods are case-sensitive: '\(name)' is not '\(upper)'"
        }
        guard name == "GET" || name == "HEAD" else { return nil }
        return
            "most servers ignore the body of a \(name) request: leave the option out to send a "
            + shown(usual)
    }

    /// HTTP/1.0 with a body of unknown length.
    fileprivate static func noChunks(_ line: OperationLine) -> String {
        let remedy =
            withoutChunks(line)
            ?? "\(line.settings.data.file?.option ?? "-T") needs a file, not a pipe"
        return "\(line.name(of: "http1.0")) sends no body of unknown length: \(remedy)"
    }

    /// How to send what is sent in chunks with its length; `nil` where no option asks for chunks.
    static func withoutChunks(_ line: OperationLine) -> String? {
        guard line.settings.isChunked else { return nil }
        return "leave out "
            + (line.typed("chunked")
                ?? "\(line.name(of: "header")) 'Transfer-Encoding: chunked'")
    }
}
