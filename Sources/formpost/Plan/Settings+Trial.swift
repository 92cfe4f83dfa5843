import FormEncoding

/// A request that is made twice: to be checked before anything is sent, and with the values of
/// `--capture`.
extension Settings {
    /// Whether pipes are left unread.
    var readsNoPipes: Bool { output.isDryRun || isTrial }

    /// Throws if a header, a query or another small input can be read only once.
    func checkTrial() throws(Failure) {
        guard isTrial else { return }
        for file in smallInputs where file.isStandardInput || file.path.isFIFO {
            throw Failure(
                ExitStatus.usage,
                Messages.readTwice("\(file.option) \(Messages.shown(file.path))"))
        }
    }

    /// The files of headers and queries, which are read where the request is made.
    private var smallInputs: [InputFile] {
        let named = request.headers.compactMap(\.file) + request.query.compactMap(\.file)
        let proxy = passed.flatMap { passed -> [InputFile] in
            guard passed.setting.option == .proxyHeader,
                case .lines(let lines) = passed.setting.value
            else { return [] }
            return lines.filter { $0.first == UInt8(ascii: "@") }.map {
                InputFile(path: ByteString(bytes: $0.bytes.dropFirst()), option: passed.name)
            }
        }
        let parts = parsedForm.flatMap { argument in
            argument.attributes.flatMap(\.headers).compactMap { source -> InputFile? in
                guard case .file(let path) = source else { return nil }
                return InputFile(path: path.value, option: argument.field.option)
            }
        }
        return named + proxy + parts
    }
}
