import FormEncoding
import FormUpload

/// Secrets without a text: a system of continuous integration exports one that is not set as an empty
/// variable.
extension Settings {
    /// Throws if a variable without text is a secret, or stands in the place of one.
    func checkSecrets(_ row: OptionSpec, _ template: Template) throws(VariableProblem) {
        var trial = variables
        var texts: [(text: [UInt8], emptyName: String?)] = []
        for piece in template.pieces {
            guard case .reference(let reference) = piece else {
                if case .text(let text) = piece { texts.append((text, nil)) }
                continue
            }
            var one = Template()
            one.append(piece)
            // A variable that is still to come stands for itself.
            let known = try trial.expand(one, until: limits.timeLimit).text?.bytes
            let text = known ?? Array(reference.spelling.utf8)
            texts.append((text, variables.isEmpty(reference, text) ? reference.name : nil))
        }
        // The secrets as they would be with a letter for each empty variable.
        let filled = texts.flatMap { $0.emptyName == nil ? $0.text : [UInt8(ascii: "x")] }
        let secrets = row.secrets(
            in: ByteString(bytes: filled), output.secretNames, inProcessList: true)
        var place = 0
        for (text, emptyName) in texts {
            defer { place += emptyName == nil ? text.count : 1 }
            guard let emptyName else { continue }
            let isSecret = variables.seen.contains {
                $0.name == emptyName && $0.isSecret(Set(output.secretVariables.map(\.description)))
            }
            if isSecret || secrets.contains(where: { $0.range.contains(place) }) {
                throw .empty(emptyName)
            }
        }
    }
}
