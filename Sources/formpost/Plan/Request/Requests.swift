import FormEncoding

/// The requests of an operation in order. Each is made when its turn comes, since a list may name millions.
struct Requests: Sequence, IteratorProtocol {
    let operation: Operation
    private var inputs: Inputs
    private let captured: [String: ByteString]?
    /// The file whose requests are being made, with their settings and what they share.
    private var current: (file: Int, settings: Settings, template: RequestTemplate)?
    private var offset = 0

    /// With `captured` unknown, the requests have `{{name}}` in the place of each such value.
    init(
        _ operation: Operation, _ inputs: Inputs, _ captured: [String: ByteString]? = nil
    ) {
        (self.operation, self.inputs, self.captured) = (operation, inputs, captured)
    }

    var left: Range<Int> { offset..<operation.count }

    /// Returns the next request, or why it cannot be made; `nil` after the last one.
    mutating func next() -> Result<Request, Failure>? {
        guard !left.isEmpty else { return nil }
        defer { offset += 1 }
        do throws(Failure) {
            let (file, url) = operation.place(of: offset)
            let (settings, template) = try shared(by: file)
            inputs.limit = inputs.limits(of: template.options).timeLimit
            inputs.readsAgain = isRepeated(file)
            return .success(
                try Request(
                    settings.request(url), template, number: operation.first + offset, inputs))
        } catch {
            // With another value it could be used.
            let isOfValue = captured != nil && !operation.awaitedCaptures.isEmpty
            return .failure(
                isOfValue && error.status == ExitStatus.usage
                    ? Failure(ExitStatus.badReply, error.text) : error)
        }
    }

    /// Whether files that all requests read were read before: for an earlier file of `--each`, or
    /// in the first look.
    private func isRepeated(_ file: Int) -> Bool { file > 0 || !inputs.readsNothing }

    private mutating func shared(
        by file: Int
    ) throws(Failure) -> (settings: Settings, template: RequestTemplate) {
        if let current, current.file == file { return (current.settings, current.template) }
        let isFirst = file == 0 && (captured == nil || operation.awaitedCaptures.isEmpty)
        let line = try operation.line(
            ofFile: file, isFirst ? nil : captured,
            renewsLimit: !inputs.readsNothing && !isFirst)
        // Without variables only the file is another one.
        let known =
            operation.isFixed
            ? current?.template ?? operation.template
            : isFirst ? operation.template : nil
        inputs.readsAgain = isRepeated(file)
        var template =
            if let known { known } else { try RequestTemplate(line, of: operation, inputs) }
        if known?.body?.isComplete == false {
            // The first look has left a pipe.
            inputs.limit = inputs.limits(of: template.options).timeLimit
            try template.body?.read(inputs)
        }
        current = (file, line.settings, template)
        return (line.settings, template)
    }
}
