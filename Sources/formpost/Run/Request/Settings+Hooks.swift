import FormUpload

extension Settings {
    /// Throws if an option needs the libcurl hooks and they are not in effect.
    func checkHooks(
        _ request: UploadRequest, _ options: UploadOptions, _ writeOut: WriteOut?
    ) throws(Failure) {
        guard !TransportFacts.hooksAreInEffect, !output.isPreview else { return }
        do throws(UploadError) {
            try request.checkNative(options)
        } catch .needsHooks(let field) {
            throw needsHooks(UploadField(named: field))
        } catch {
            throw Failure(
                error.exitStatus, Messages.refusal(error, url: request.url, proxyRoute()))
        }
        // Refused for http URLs, too: a redirect may lead to https. CA files of the environment are
        // checked when it does.
        if tls.caCertificates != nil { throw needsHooks(.certificateAuthorities) }
        if passed.contains(where: { $0.setting.option == .caPath }) {
            throw needsHooks(.option(CURLSetting.Option.caPath.rawValue))
        }
        if let variable = writeOut?.variables.first(where: WriteOutVariables.needsHooks) {
            let option = name(of: "write-out")
            throw refusal("\(option) %{\(variable)}")
        }
    }

    private func needsHooks(_ field: UploadField) -> Failure {
        refusal(Messages.name(of: field, among: passed, typed: typed))
    }

    private func refusal(_ name: String) -> Failure {
        Failure(ExitStatus.notAvailable, Messages.needsHooks(name))
    }
}
