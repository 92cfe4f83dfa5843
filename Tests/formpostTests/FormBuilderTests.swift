import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

@Suite struct FormBuilderTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.file("a.txt", "hello")
        try directory.file("b.jpg", "jpg")
        try directory.file("n.zzz", "?")
        try directory.file("h.txt", "X-A: 1\n# no\nX-B: 2\n 3\n")
        try directory.file("bad.txt", "no colon")
        try directory.file("nul.txt", "X: \0")
        try directory.directory("d")
    }

    /// The body of these fields, `@DIR` standing for the test's own directory, lines split.
    private func lines(
        _ arguments: [String], isLax: Bool = false, escape: Bool = false
    ) throws -> [String] {
        var builder = builder(arguments, isLax: isLax)
        builder.settings.usesBackslashes = escape
        let body = try builder.build().encoded()
        return String(decoding: try body.data(), as: UTF8.self).components(separatedBy: "\r\n")
    }

    private func builder(_ arguments: [String], isLax: Bool = false) -> FormBuilder {
        var settings = Settings()
        settings.form.isLax = isLax
        settings.form.boundary = try? Boundary("B")
        settings.form.fields = arguments.map { argument in
            let argument = argument.replacingOccurrences(of: "DIR", with: directory.path)
            return FormField(kind: .form, argument: ByteString(argument), option: "-F")
        }
        return FormBuilder(settings)
    }

    private func failure(_ arguments: [String], isLax: Bool = false) -> FormFailure? {
        do throws(FormFailure) {
            _ = try builder(arguments, isLax: isLax).build().encoded()
            return nil
        } catch {
            return error
        }
    }

    private func fact(_ arguments: [String], isLax: Bool = false) -> FormProblem.Fact? {
        guard case .syntax(let problem) = failure(arguments, isLax: isLax) else { return nil }
        return problem.fact
    }

    @Test func textFields() throws {
        #expect(
            try lines(["a=b", "=c", "d\"=e;type=x/y;filename=f\"", "g=h;filename=i.jpg"]) == [
                "--B", "Content-Disposition: form-data; name=\"a\"", "", "b",
                "--B", "Content-Disposition: form-data", "", "c",
                "--B", "Content-Disposition: form-data; name=\"d%22\"; filename=\"f%22\"",
                "Content-Type: x/y", "", "e",
                "--B", "Content-Disposition: form-data; name=\"g\"; filename=\"i.jpg\"",
                "Content-Type: image/jpeg", "", "h", "--B--", "",
            ])
    }

    @Test func namesAreEscapedByBackslashesOnDemand() throws {
        #expect(
            try lines(["a\"\\%=b"], escape: true)[1]
                == "Content-Disposition: form-data; name=\"a\\\"\\\\%\"")
    }

    @Test func files() throws {
        #expect(
            try lines(["a=@DIR/a.txt", "b=@DIR/n.zzz", "c=@DIR/n.zzz;filename=x.jpg"]) == [
                "--B", "Content-Disposition: form-data; name=\"a\"; filename=\"a.txt\"",
                "Content-Type: text/plain", "", "hello",
                "--B", "Content-Disposition: form-data; name=\"b\"; filename=\"n.zzz\"",
                "Content-Type: application/octet-stream", "", "?",
                "--B", "Content-Disposition: form-data; name=\"c\"; filename=\"x.jpg\"",
                "Content-Type: image/jpeg", "", "?", "--B--", "",
            ])
    }

    @Test func contentsOfFiles() throws {
        #expect(
            try lines(["a=<DIR/a.txt", "b=<DIR/b.jpg", "c=<DIR/a.txt;type=text/plain"]) == [
                "--B", "Content-Disposition: form-data; name=\"a\"", "", "hello",
                "--B", "Content-Disposition: form-data; name=\"b\"", "Content-Type: image/jpeg",
                "", "jpg",
                "--B", "Content-Disposition: form-data; name=\"c\"", "Content-Type: text/plain",
                "", "hello", "--B--", "",
            ])
    }

    @Test func headersInTheirOrder() throws {
        #expect(
            try lines([
                "a=b;headers=Z: 1;encoder=8BIT;headers=@DIR/h.txt;headers=Content-Type: q/r",
                "c=@DIR/b.jpg;headers=Content-Type: q/r",
                "d=@DIR/b.jpg;headers=Content-Type: q/r;type=x/y",
            ]) == [
                "--B", "Content-Disposition: form-data; name=\"a\"", "Content-Type: q/r",
                "Content-Transfer-Encoding: 8bit", "Z: 1", "X-A: 1", "X-B: 2 3", "", "b",
                "--B", "Content-Disposition: form-data; name=\"c\"; filename=\"b.jpg\"",
                "Content-Type: q/r", "", "jpg",
                "--B", "Content-Disposition: form-data; name=\"d\"; filename=\"b.jpg\"",
                "Content-Type: x/y", "", "jpg", "--B--", "",
            ])
    }

    @Test func groupsAndSeveralFilesAreNested() throws {
        let form = try builder([
            "=(;type=multipart/alternative;headers=X: y", "a=b", "c=@DIR/a.txt,DIR/b.jpg;type=x/y",
            "=)", "z=1",
        ]).build().form
        #expect(form.parts.count == 2)
        #expect(form.parts[0].name == nil)
        #expect(form.parts[0].contentType?.value == "multipart/alternative")
        #expect(form.parts[0].headers.map(\.line) == ["X: y"])
        #expect(form.parts[1].name == "z")
        guard case .form(let group) = form.parts[0].content,
            case .form(let files) = group.parts[1].content
        else {
            Issue.record("no groups")
            return
        }
        #expect(group.parts.map(\.name) == ["a", "c"])
        #expect(files.parts.map(\.name) == [nil, nil])
        #expect(files.parts.map(\.filename) == ["a.txt", "b.jpg"])
        #expect(files.parts.map(\.contentType?.value) == ["text/plain", "x/y"])
        #expect(group.boundary != form.boundary && files.boundary != group.boundary)
    }

    @Test func anOpenGroupEndsWithTheForm() throws {
        let built = try builder(["a=(", "b=c"], isLax: true).build()
        #expect(built.form.parts.map(\.name) == ["a"])
        #expect(built.warnings.map(\.fact) == [.neverClosed])
    }

    @Test func whatLaxKeepsOfAGroupAndOfContents() throws {
        let built = try builder(
            ["a=(;encoder=base64;filename=f", "b=<DIR/a.txt;filename=g", "=)"], isLax: true
        ).build()
        #expect(built.form.parts[0].transferEncoding == nil)
        #expect(built.form.parts[0].filename == nil)
        #expect(built.warnings.count == 3)
        _ = try built.encoded()
    }

    @Test func filesThatCannotBeRead() {
        func fact(_ argument: String, isLax: Bool) -> FormProblem.Fact? {
            guard case .syntax(let problem) = failure([argument], isLax: isLax) else { return nil }
            return problem.fact
        }
        func unreadable(_ name: String, _ number: Int32) -> FormProblem.Fact {
            .fileUnreadable(ByteString(directory.path + name), errno: number)
        }
        for isLax in [false, true] {
            #expect(fact("a=@DIR/no", isLax: isLax) == unreadable("/no", ENOENT))
            #expect(fact("a=<DIR/no", isLax: isLax) == unreadable("/no", ENOENT))
            #expect(fact("a=@DIR/d", isLax: isLax) == unreadable("/d", EISDIR))
            #expect(fact("a=@DIR/a.txt/", isLax: isLax) == unreadable("/a.txt/", ENOTDIR))
            #expect(
                fact("a=@DIR/a.txt,", isLax: isLax) == .fileUnreadable("", errno: ENOENT))
        }
        #expect(failure(["a=@DIR/no"])?.exitStatus == 26)
    }

    @Test func syntaxGoesFirstThenThePartsInOrder() {
        #expect(fact(["a=@DIR/no", "b=c;encoder=x", "d"]) == .noEquals)
        #expect(fact(["a=@DIR/no", "b=c;headers=\"X: \n\""]) == .lineBreak(in: "headers="))
        #expect(failure(["a=@DIR/no", "b=c;encoder=x"])?.exitStatus == 26)
        #expect(failure(["b=c;encoder=x", "a=@DIR/no"])?.exitStatus == 43)
        #expect(failure(["a=@DIR/no;encoder=x"])?.exitStatus == 26)
        #expect(failure(["a=@DIR/a.txt;encoder=x,DIR/no"])?.exitStatus == 43)
        #expect(fact(["a=b;encoder="]) == .unknownEncoder(""))
        #expect(failure(["a=\u{E9};encoder=7bit"])?.exitStatus == 26)
    }

    @Test func headerFilesThatAreWrong() {
        let path = { ByteString(directory.path + $0) }
        #expect(
            fact(["a=b;headers=@DIR/no"]) == .headerFileUnreadable(path("/no"), .system(ENOENT)))
        #expect(failure(["a=b;headers=@DIR/no"])?.exitStatus == 26)
        for isLax in [false, true] {
            #expect(
                fact(["a=b;headers=@DIR/d"], isLax: isLax)
                    == .headerFileUnreadable(path("/d"), .isDirectory))
            #expect(failure(["a=b;headers=@DIR/d"], isLax: isLax)?.exitStatus == 2)
            #expect(
                fact(["a=b;headers=@DIR/nul.txt"], isLax: isLax) == .lineBreak(in: "headers=@"))
        }
        #expect(fact(["a=b;headers=@DIR/bad.txt"]) == .malformedHeader("no colon"))
        #expect(fact(["a=b;headers=no colon"]) == .malformedHeader("no colon"))
        #expect(fact(["a=b;headers=\" X: y\""]) == .malformedHeader(" X: y"))
    }

    @Test func headersThatLaxSends() throws {
        let arguments = ["a=b;headers=@DIR/bad.txt;headers=\" X: y\";headers=@DIR/no"]
        #expect(try lines(arguments, isLax: true)[2...3] == ["no colon", " X: y"])
        let path = ByteString(directory.path + "/no")
        #expect(
            try builder(arguments, isLax: true).build().warnings.map(\.fact)
                == [
                    .malformedHeader("no colon"), .malformedHeader(" X: y"),
                    .headerFileUnreadable(path, .system(ENOENT)),
                ])
    }

    @Test func aLongHeaderIsCutOnlyWhenLax() throws {
        let header = "X: " + String(repeating: "y", count: 1200)
        try directory.file("long.txt", "\n" + header)
        let argument = "a=b;headers=@DIR/long.txt"
        #expect(try lines([argument])[2] == header)
        #expect(try lines([argument], isLax: true)[2] == String(header.prefix(998)))
        let path = ByteString(directory.path + "/long.txt")
        #expect(
            try builder([argument], isLax: true).build().warnings.map(\.fact)
                == [.headerTruncated(path, line: 2)])
    }

    @Test func tooManyGroupsInEachOther() {
        #expect(failure(Array(repeating: "=(", count: 999) + ["a=b"], isLax: true) == nil)
        let deep = Array(repeating: "=(", count: 20_000)
        #expect(fact(deep, isLax: true) == .nestedTooDeep)
    }
}
