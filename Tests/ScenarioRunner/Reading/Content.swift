extension Scenario.Content {
    /// Puts the statements of a block together.
    init(_ statements: [Statement]) throws(Mistake) {
        var step: Step?
        for (index, statement) in statements.enumerated() {
            var statement = statement
            let isCurl = statement.takeCurl()
            // Files of the block itself are also made below commands that begin every block.
            let isFixture =
                !isCurl && (step == nil || step?.isShared == true && !statement.isShared)
            do throws(Mistake) {
                let word = try Word(statement, isFixture: isFixture)
                hasCurlLines = hasCurlLines || isCurl
                switch word {
                case .command(let command) where !isCurl:
                    finish(&step)
                    step = Step(
                        command: Located(value: command, index: index),
                        isOther: !command.callsFormpost, isShared: statement.isShared,
                        end: index)
                case .file(let file) where isFixture:
                    finish(&step)
                    actions.append(.makeFile(file))
                case .row(let table, let cell) where !isCurl:
                    rows.append(Located(value: TableRow(table: table, cell: cell), index: index))
                case .sameAsCurl where !isCurl: equality = Located(value: (), index: index)
                default:
                    guard step != nil else { throw Mistake("this line belongs below a command") }
                    try step?[isCurl].add(word, at: index)
                    step?.end = index
                }
            } catch {
                throw Mistake(error.text, at: error.statement ?? index)
            }
        }
        finish(&step)
        guard let last = actions.last, case .run = last else { throw Mistake("no command") }
        for case .run(let step) in actions where !step.isOther && equality == nil {
            guard step.formpost.saysSomething else {
                throw Mistake("nothing is expected of this command", at: step.command.index)
            }
        }
    }

    private mutating func finish(_ step: inout Step?) {
        if let step { actions.append(.run(step)) }
        step = nil
    }
}

extension Statement {
    /// Takes `curl` off its beginning; returns whether it was there.
    fileprivate mutating func takeCurl() -> Bool {
        guard let rest = head.after("curl"), let next = rest.first, " <>".contains(next) else {
            return false
        }
        head = next == " " ? String(rest.dropFirst()) : rest
        return true
    }
}

extension Step {
    fileprivate subscript(isCurl: Bool) -> Expectation {
        get { isCurl ? curl : formpost }
        set { if isCurl { curl = newValue } else { formpost = newValue } }
    }
}

extension String {
    /// Whether `formpost` is a word of a command; `.formpostrc` is another one.
    fileprivate var callsFormpost: Bool {
        split { !$0.isNameCharacter && !"./-".contains($0) }.contains("formpost")
    }
}
