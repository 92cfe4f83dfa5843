import FormEncoding

extension Console {
    /// The console for messages as the options and the environment want them.
    func configured(
        _ display: RunSettings.Display, _ environment: [String: ByteString]
    ) -> Console {
        var console = self
        (console.isSilent, console.showsProblems) = (display.isSilent, display.showsProblems)
        console.saysEvents = display.streamsToStandardError
        console.isDumb = environment["TERM"] == "dumb"
        // https://no-color.org
        console.hasColors = environment["NO_COLOR"]?.isEmpty != false && !console.isDumb
        // Services of continuous integration set these.
        let names = [
            "CI", "TF_BUILD", "GITHUB_ACTIONS", "JENKINS_URL", "TEAMCITY_VERSION", "BUILDKITE",
        ]
        console.isInCI = names.compactMap { environment[$0]?.description.lowercased() }
            .contains { !["", "0", "false"].contains($0) }
        return console
    }
}
