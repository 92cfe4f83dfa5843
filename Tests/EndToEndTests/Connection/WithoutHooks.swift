import TestSupport

extension Command {
    /// The built command without the hooks, as on macOS or with a libcurl that cannot be reached.
    /// Only debug builds support this.
    func withoutHooks() -> Command {
        with { $0.environment["FORMPOST_WITHOUT_HOOKS"] = "1" }
    }

    static func canDoWithoutHooks() async -> Bool {
        let version = try? await Command.formpost("-V").withoutHooks().run()
        if version?.stdoutText.contains("Hooks: not in effect") == true { return true }
        print("the hooks cannot be switched off: formpost is not a debug build")
        return false
    }
}
