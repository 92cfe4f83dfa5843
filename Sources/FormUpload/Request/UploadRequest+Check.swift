import FormEncoding

extension UploadRequest {
    /// Throws if the request or its options are invalid.
    package func check(_ options: UploadOptions) throws(UploadError) {
        try checkFraming()
        try checkText(options)
        try checkURL(options)
    }

    /// Throws if the URL cannot be used.
    package func checkURL(_ options: UploadOptions) throws(UploadError) {
        _ = try usableURL(WrittenURL(url), options)
    }

    /// Returns the parsed URL; throws if it is malformed, or if its scheme is not allowed.
    func usableURL(
        _ written: WrittenURL, _ options: UploadOptions
    ) throws(UploadError) -> UploadURL {
        guard let url = try? UploadURL(written.text, relativeTo: nil) else {
            throw .malformedURL(self.url)
        }
        guard url.scheme == "http" || url.scheme == "https", options.allows(url.scheme) else {
            throw .unsupportedScheme(ByteString(url.scheme))
        }
        return url
    }
}
