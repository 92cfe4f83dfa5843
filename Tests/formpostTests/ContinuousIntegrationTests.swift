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
        let reporter = Reporter(RunSettings.Display(), [name: ByteString(value)], Console())
        #expect(reporter.console.isInCI == isJob)
        if isJob { #expect(reporter.display.progressMode(on: reporter.console) == .plain) }
    }

    /// An option has precedence.
    @Test func aBarIsShownWhereItIsAskedFor() {
        var display = RunSettings.Display()
        display.progress = .bar
        let reporter = Reporter(display, ["CI": "true"], Console())
        #expect(display.progressMode(on: reporter.console) == .bar)
    }
}
