import Foundation

/// Our ends of a command's standard streams.
struct StandardStreams: Sendable {
    /// Where to write the command's input.
    var input: Int32?
    /// Where to read its output.
    var outputs: [(descriptor: Int32, gate: Gate?)?] = []
    /// The command's ends, closed once it runs.
    private var childEnds: [Int32] = []

    /// Makes the pipes, and notes in `plan` how the command gets its ends of them.
    init(for command: Command, plan: SpawnPlan) throws {
        let terminal = command.terminal?.path
        // The first terminal that a new session opens becomes its controlling terminal. Descriptor
        // 0 is replaced afterwards; others may still be in use.
        if let terminal { plan.open(terminal, as: 0, O_RDWR) }
        do {
            try connect(command.stdin, number: 0, terminal, plan: plan)
            try connect(command.stdout, number: 1, terminal, plan: plan)
            try connect(command.stderr, number: 2, terminal, plan: plan)
        } catch {
            closeAll()
            throw error
        }
    }

    mutating func closeChildEnds() {
        for descriptor in childEnds { close(descriptor) }
        childEnds = []
    }

    mutating func closeAll() {
        closeChildEnds()
        if let input { close(input) }
        for output in outputs { if let output { close(output.descriptor) } }
    }

    private mutating func connect(
        _ stream: Command.Stream, number: Int32, _ terminal: String?, plan: SpawnPlan
    ) throws {
        let mode = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
        var ours: (Int32, Gate?)?
        switch stream {
        case .none: plan.open("/dev/null", as: number, mode)
        case .file(let path): plan.open(path, as: number, mode)
        case .closed: plan.close(number)
        case .descriptor(let descriptor): plan.duplicate(descriptor, as: number)
        case .terminal: plan.open(try Self.path(terminal), as: number, O_RDWR)
        case .bytes, .pipe:
            let pipe = try Pipe.make()
            plan.duplicate(pipe.readEnd, as: number)
            childEnds.append(pipe.readEnd)
            input = pipe.writeEnd
        case .brokenPipe, .capture, .unreadUntil:
            let pipe = try Pipe.make()
            plan.duplicate(pipe.writeEnd, as: number)
            childEnds.append(pipe.writeEnd)
            switch stream {
            case .brokenPipe: close(pipe.readEnd)
            case .unreadUntil(let gate): ours = (pipe.readEnd, gate)
            default: ours = (pipe.readEnd, nil)
            }
        }
        if number > 0 { outputs.append(ours) }
    }

    private static func path(_ terminal: String?) throws -> String {
        guard let terminal else { throw SupportError.missing("a terminal of the command") }
        return terminal
    }
}
