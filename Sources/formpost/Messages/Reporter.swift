/// Says on standard error what went wrong, or may have, as far as `-s` and `-S` let it.
struct Reporter: Sendable {
    let console: Console
    var output = Settings.Output()

    init(console: Console, output: Settings.Output = Settings.Output()) {
        self.console = console
        self.output = output
    }

    /// With standard error where `--stderr` has it, and no colours if the user wants none at all.
    init(
        _ output: Settings.Output, _ environment: [String: String], _ console: Console
    ) throws(WriteError) {
        var console = console
        if let file = output.errorFile {
            console.error = file == "-" ? console.output : try openForWriting(file)
        }
        console.isDumb = environment["TERM"] == "dumb"
        self.init(console: console, output: output)
        // https://no-color.org
        if environment["NO_COLOR"]?.isEmpty == false || console.isDumb {
            self.output.isColored = false
        }
    }

    /// Says why the command fails, and returns the status that it fails with.
    func fail(_ failure: Messages.Failure) -> Int32 {
        if !output.isSilent || output.showsErrors {
            console.say("formpost: (\(failure.status)) \(failure.text)")
        }
        return failure.status
    }

    /// Says what even `-s` does not silence.
    func insist(_ text: String) { console.say("formpost: warning: \(text)") }

    func warn(_ text: String) {
        if !output.isSilent { console.say("formpost: warning: \(text)") }
    }
}
