import FormEncoding
import Testing

@testable import formpost

/// The variables that say that a job of continuous integration runs the command.
@Suite struct ContinuousIntegrationTests {
    @Test(arguments: [
        ("CI", "true", true), ("CI", "True", true), ("CI", "1", true), ("CI", "woodpecker", true),
        ("CI", "", false), ("CI", "0", false), ("CI", "false", false), ("CI", "False", false),
        ("TF_BUILD", "True", true), ("GITHUB_ACTIONS", "true", true), ("BUILDKITE", "true", true),
        ("JENKINS_URL", "http://ci/", true), ("TEAMCITY_VERSION", "2026.1", true),
        ("BUILDKITE", "false", false), ("CIRCLE", "true", false),
    ])
    func aJobIsKnown(name: String, value: String, isJob: Bool) {
        let output = RunSettings.Display()
        let console = Console().configured(output, [name: ByteString(value)])
        #expect(console.isInCI == isJob)
        if isJob { #expect(output.progressMode(on: console) == .plain) }
    }

    /// An option has precedence.
    @Test func aBarIsShownWhereItIsAskedFor() {
        var output = RunSettings.Display()
        output.progress = .bar
        let console = Console().configured(output, ["CI": "true"])
        #expect(output.progressMode(on: console) == .bar)
    }
}
