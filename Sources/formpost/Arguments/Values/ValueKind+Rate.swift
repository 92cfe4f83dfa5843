import FormEncoding

extension ValueKind where Value == Duration {
    /// `number/unit`, as curl's `--rate`: the time between the beginnings of two requests.
    static var rate: Self {
        Self { (use) throws(UsageError) in
            let rate = /([0-9]{1,9})(?:\/([0-9]{1,9})?([smhd]))?/
            guard let match = use.value.description.wholeMatch(of: rate),
                let number = Int(match.1), number > 0,
                let units = Int(match.2 ?? "1"), units > 0
            else { throw use.bad(.notRate) }
            let unit: Int =
                switch match.3 {
                case "s": 1
                case "m": 60
                case "d": 86_400
                default: 3600
                }
            return Duration.seconds(unit * units) / number
        }
    }
}
