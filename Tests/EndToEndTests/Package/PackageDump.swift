/// As much of `swift package dump-package` as says what the targets are built with.
struct PackageDump: Decodable {
    private struct Product: Decodable {
        let name: String
        let targets: [String]
        let type: [String: [String]?]
    }

    private struct Target: Decodable {
        struct Setting: Decodable {
            struct Kind: Decodable {
                struct Flags: Decodable {
                    let _0: [String]
                }

                let unsafeFlags: Flags?
            }

            let kind: Kind
        }

        let name: String
        let dependencies: [[String: [Name]]]
        let settings: [Setting]
    }

    /// An element of `["FormUpload", null]`, or a condition.
    private struct Name: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    private let products: [Product]
    private let targets: [Target]

    /// The names of the library products.
    var libraries: [String] {
        products.filter { $0.type["library"] != nil }.map(\.name)
    }

    /// The names of the targets that a product is made of, sorted.
    func targets(of product: String) -> [String] {
        var left = products.first { $0.name == product }?.targets ?? []
        var found: Set<String> = []
        while let name = left.popLast() {
            guard found.insert(name).inserted else { continue }
            let dependencies = targets.first { $0.name == name }?.dependencies ?? []
            left += dependencies.flatMap(\.values).compactMap { $0.first?.text }
        }
        return found.sorted()
    }

    /// The unsafe flags of a target, for any tool and platform.
    func unsafeFlags(of target: String) -> [String] {
        let settings = targets.first { $0.name == target }?.settings ?? []
        return settings.flatMap { $0.kind.unsafeFlags?._0 ?? [] }
    }
}
