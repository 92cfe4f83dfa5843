import FormEncoding
import FormUpload

/// Logins, with passwords asked for on the terminal where they are missing.
extension Settings {
    /// The settings of `passed`, with the proxy's password asked for if it is missing.
    func withPasswords(
        _ settings: [CURLSetting], _ preview: RunSettings.Preview
    ) throws(Failure) -> [CURLSetting] {
        // curl asks for them itself.
        if preview.printsCurl { return settings }
        var settings = settings
        let proxy = settings.reduce("" as ByteString) { last, setting in
            guard setting.option == .proxy, case .string(let url?) = setting.value else {
                return last
            }
            return url
        }
        for index in settings.indices where settings[index].option == .proxyUserPassword {
            guard case .string(let user?) = settings[index].value else { continue }
            let complete = try PasswordPrompt.complete(
                user, of: passed[index].name, question: Messages.proxyPasswordQuestion(user),
                place: proxy)
            settings[index] = CURLSetting(.proxyUserPassword, .string(complete))
        }
        return settings
    }

    /// The login of `-u`.
    func login(
        _ line: OperationLine, _ preview: RunSettings.Preview
    ) throws(Failure) -> [CURLSetting] {
        guard var user = request.user else { return [] }
        // With a bearer token no password is needed.
        if !passed.contains(where: { $0.setting.option == .bearer }), !preview.printsCurl {
            let host = url.map { Messages.quoted($0) } ?? ""
            user = try PasswordPrompt.complete(
                user, of: line.name(of: "user"), question: Messages.passwordQuestion(user, host))
        }
        return [CURLSetting(.userPassword, .string(user))]
    }
}
