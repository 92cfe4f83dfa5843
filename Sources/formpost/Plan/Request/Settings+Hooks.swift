import FormUpload

extension Settings {
    /// Throws if an option needs the libcurl hooks and they are not in effect.
    func checkHooks(
        _ request: UploadRequest, _ options: UploadOptions, _ writeOut: WriteOut?,
        _ line: OperationLine, _ run: RunSettings
    ) throws(Failure) {
        guard !TransportFacts.hooksAreInEffect, !run.preview.isOn else { return }
        do throws(UploadError) {
            try request.checkNative(options)
        } catch .needsHooks(let field) {
            throw needsHooks(field.kind, line)
        } catch {
            throw Failure(
                error.exitStatus, Messages.refusal(error, url: request.url, ProxyRoute(line: line)))
        }
        // Refused for http URLs, too: a redirect may lead to https. CA files of the environment are
        // checked when it does.
        if tls.caCertificates != nil { throw needsHooks(.certificateAuthorities, line) }
        if passed.contains(where: { $0.setting.option == .caPath }) {
            throw needsHooks(.option(CURLSetting.Option.caPath.rawValue), line)
        }
        if let variable = writeOut?.variables.first(where: WriteOutVariables.needsHooks) {
            let option = line.name(of: "write-out")
            throw refusal("\(option) %{\(variable)}")
        }
    }

    private func needsHooks(_ field: UploadField.Kind, _ line: OperationLine) -> Failure {
        refusal(Messages.name(of: field, on: line))
    }

    private func refusal(_ name: String) -> Failure {
        Failure(ExitStatus.notAvailable, Messages.needsHooks(name))
    }
}
