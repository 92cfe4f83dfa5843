import FormEncoding

extension ValueKind where Value == FormField {
    /// The notation of `--each`.
    static var each: Self {
        Self(meaning: .each) { (use) throws(UsageError) in
            guard let argument = EachArgument(use.value) else { throw use.bad(.notEach) }
            guard argument.source != .pattern("-") else { throw use.bad(.eachOfInput) }
            return FormField(
                kind: .each(argument), argument: use.value, option: use.option, place: use.place)
        }
    }
}
