/// What the process says when it ends: curl's numbers (curl(1), EXIT CODES), and no others.
enum ExitStatus {
    static let success: Int32 = 0
    static let usage: Int32 = 2
    static let malformedURL: Int32 = 3
    static let unsupportedScheme: Int32 = 1
    static let notAvailable: Int32 = 4
    /// The final status is not one that counts as a success.
    static let badStatus: Int32 = 22
    static let cannotWrite: Int32 = 23
    static let cannotRead: Int32 = 26
    static let timedOut: Int32 = 28
    static let tooManyRedirects: Int32 = 47
    /// Or the server said that it worked before it had all of the body.
    static let cannotSend: Int32 = 55
    static let cannotReplay: Int32 = 65
}
