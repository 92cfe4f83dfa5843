/// Formats all sizes that people read, in powers of 1024, with one decimal up to MiB and two from GiB
/// on.
package enum ByteCount {
    /// `139 bytes`, `12.0 MiB`, `1.02 GiB`.
    package static func text(_ count: Int64) -> String { Unit(for: count).text(count) }

    /// `1.2 of 90.0 MiB`: both in the unit of the total.
    package static func text(_ count: Int64, of total: Int64) -> String {
        Unit(for: total).shortNumber(count) + " of " + text(total)
    }

    /// Why two counts differ, in one unit: `4.0 MiB announced, 3.5 left`. In bytes where they would read the
    /// same, or one of them as nothing.
    package static func difference(
        announced first: Int64, _ second: Int64, _ verb: String = "found"
    ) -> String {
        let unit = Unit(for: max(first, second))
        let isHidden =
            unit.number(first) == unit.number(second)
            || [first, second].contains { $0 > 0 && unit.number($0) == "0.0" }
        let shown = isHidden ? Unit(for: 0) : unit
        return "\(shown.text(first)) announced, \(shown.shortNumber(second)) \(verb)"
    }

    /// As `text`, padded to a fixed width, for a line that is redrawn.
    package static func column(_ count: Int64) -> String {
        let unit = Unit(for: count)
        return (unit.number(count) + " " + unit.name).leftPadded(to: 10)
    }

    /// The width is the same for every count up to the total.
    package static func column(_ count: Int64, of total: Int64) -> String {
        let unit = Unit(for: total)
        let number = unit.number(total)
        return unit.number(count).leftPadded(to: number.count) + " of \(number) \(unit.name)"
    }

    private struct Unit {
        let name: String
        private let shift: Int
        private let decimals: Int

        init(for count: Int64) {
            let names = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
            let thousands = count < 1024 ? 0 : (63 - count.leadingZeroBitCount) / 10
            name = names[thousands]
            shift = thousands * 10
            decimals = thousands == 0 ? 0 : thousands < 3 ? 1 : 2
        }

        func text(_ count: Int64) -> String {
            number(count) + " " + (shift > 0 ? name : count == 1 ? "byte" : "bytes")
        }

        func shortNumber(_ count: Int64) -> String { count == 0 ? "0" : number(count) }

        /// Rounded down: an incomplete count must not read as complete.
        func number(_ count: Int64) -> String {
            let scale: Int64 = decimals == 0 ? 1 : decimals == 1 ? 10 : 100
            let (whole, rest) = (count >> shift, count & ((1 << shift) - 1))
            guard decimals > 0 else { return "\(whole)" }
            // Drops the lowest bits, so that the product does not overflow.
            let spare = max(0, shift - 50)
            let fraction = "\(((rest >> spare) * scale) >> (shift - spare))"
            return "\(whole)." + fraction.leftPadded(to: decimals, with: "0")
        }
    }
}

extension String {
    package func leftPadded(to width: Int, with character: Character = " ") -> String {
        String(repeating: character, count: max(0, width - count)) + self
    }
}
