/// Says on standard error what went wrong, or may have, as far as `-s` and `-S` let it.
struct Reporter: Sendable {
    let console: Console
    var output = Settings.Output()

    /// Says why the command fails, and returns the status that it fails with.
    func fail(_ failure: Messages.Failure) -> Int32 {
        if !output.isSilent || output.showsErrors {
            console.say("formpost: (\(failure.status)) \(failure.text)")
        }
        return failure.status
    }

    func warn(_ text: String) {
        if !output.isSilent { console.say("formpost: warning: \(text)") }
    }
}
