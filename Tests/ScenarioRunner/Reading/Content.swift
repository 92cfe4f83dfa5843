extension Scenario.Content {
    /// Reads the statements of a block.
    init(_ statements: [Statement]) throws(Mistake) {
        for (index, statement) in statements.enumerated() {
            do throws(Mistake) { try read(statement, at: index) } catch {
                throw Mistake(error.text, at: index)
            }
        }
        guard case .run? = actions.last else { throw Mistake("no command") }
        for (index, action) in actions.enumerated() {
            guard case .run(var step) = action else { continue }
            step.formpost.complete()
            actions[index] = .run(step)
        }
    }

    private mutating func read(_ statement: Statement, at index: Int) throws(Mistake) {
        var statement = statement
        let isCurl = statement.takeCurl()
        if isCurl { hasCurlLines = true }
        if !isCurl, let command = statement.command {
            actions.append(.run(Step(Located(value: command, index: index), statement.isShared)))
        } else if !isCurl, isBeforeCommand(statement), let file = try statement.file(hasGaps: false)
        {
            actions.append(.makeFile(file))
        } else if !isCurl, statement.head == "same as curl" {
            try statement.requireOneLine()
            equality = Located(value: (), index: index)
        } else if !isCurl, let (table, cell) = statement.head.after("row: ")?.cut(at: ": ") {
            try statement.requireOneLine()
            rows.append(Located(value: TableRow(table: table, cell: cell), index: index))
        } else if !isCurl, let program = statement.head.after("needs "), !program.isEmpty {
            try statement.requireOneLine()
            needs.append(program)
        } else {
            guard case .run(var step)? = actions.last else {
                throw Mistake("this line belongs below a command")
            }
            if isCurl {
                try step.curl.read(statement, at: index)
            } else {
                try step.formpost.read(statement, at: index)
            }
            step.end = index
            actions[actions.count - 1] = .run(step)
        }
    }

    /// Whether no command of the block itself is above.
    private func isBeforeCommand(_ statement: Statement) -> Bool {
        guard case .run(let step)? = actions.last else { return true }
        return step.isShared && !statement.isShared
    }
}

extension Step {
    fileprivate init(_ command: Located<String>, _ isShared: Bool) {
        self.command = command
        self.isShared = isShared
        // `.formpostrc` is another word.
        let words = command.value.split { !$0.isNameCharacter && !"./-".contains($0) }
        isOther = !words.contains("formpost")
        end = command.index
    }
}
