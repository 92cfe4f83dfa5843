import FormEncoding

/// Doubtful uses of variables, for warnings.
extension Settings {
    /// The headers whose values are empty after the expansion of variables, as with an empty secret of a
    /// CI job. As in curl they are removed.
    var emptiedHeaders: [(option: String, name: ByteString)] {
        uses.compactMap { use in
            guard use.template == nil, use.option == "--\(OptionTable.expanding)header",
                case .remove(let name)? = try? HeaderArgument.line(use.value)
            else { return nil }
            return (use.option, name)
        }
    }

    /// The first option with a variable of a request that stays as it is, and its `--expand-x`;
    /// `captured` are those of `--capture`.
    func unexpandedVariable(
        _ captured: Set<String>
    ) -> (option: String, text: String, expanding: String)? {
        let names = captured.union(eachFields.isEmpty ? [] : Variables.ofRequests)
        guard !names.isEmpty || !variables.isEmpty else { return nil }
        // To look for one brace is fast, and most values have none.
        for use in uses where use.template == nil && use.value.bytes.contains(UInt8(ascii: "{")) {
            guard !use.option.hasPrefix("--expand-"), let row = OptionTable.row(of: use.option),
                case .required = row.argument,
                let found = use.value.description.firstMatch(
                    of: /\{\{([A-Za-z0-9_]+)(:[a-z0-9:]*)?\}\}/),
                case let name = String(found.1), names.contains(name) || variables.contains(name)
            else { continue }
            return (use.option, String(found.0), "--expand-" + row.long)
        }
        return nil
    }
}
