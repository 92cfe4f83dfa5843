/// The elements of the random lists.
extension DifferentialGenerator {
    static let names: [Bytes] = [
        "a", "a", "", "n m", "\"n\"", "n\u{E9}", Bytes([0xFF]), Bytes([0x6E, 0xC3]), "n\"x", "n\\x",
        "n;x", "n,x", "a%", "%22", " a ", "n\nx", "n\rx", "f[]", "\u{540D}", "e\u{301}", "-x",
        "a'b",
        "@a", "<", "(", "\t", "a\u{1}",
    ]

    static let words: [Bytes] = [
        "b", "", "x y", " lead", "trail ", "\"q\"", "\"q;r\"", "\"open", "a\"b", "back\\slash",
        "\"es\\\"c\\\\d\\n\"", "%41", "%", "\u{E9}", "\u{1F600}", Bytes([0xFF, 0xFE]), "a,b",
        "\"a,b\" ", "=", "a=b", "\t", "l\nf", "c\rr", "\r\n", "'", "\u{2028}", "\u{A0}x", "(", ")",
        "@x", "<x", "-", "\"t\"x", "\"t\" x", "e\u{301}", "\"\"", "\"", "\\", "\"\\\"", "\"\\\\\"",
        "--", "\u{B}x\u{C}", "\"l\r\nf\"", " \" ", "a b  c",
        "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567",
    ]

    static let files: [Bytes] = [
        "a.txt", "a.txt", "b.png", "e", "empty.jpg", "noext", "\"f,g;h.txt\"", "p.html", "U.PDF",
        "z.zzz", "dir/x.jpg", "./a.txt", " a.txt ", "\"a.txt\"", "\"a.txt\" ", "qp.txt",
        "lines.txt",
        "x.SVG", "sp ace.txt", "\"q\\\"q.txt\"", "b\\b.txt", "n\nl.txt", Bytes([0xFF, 0x66]),
        "/dev/null", "\"a.txt\"x", "\"e",
    ]

    static let types: [Bytes] = [
        "text/plain", "x/y", "text/plain; charset=utf-8", "text/plain;charset=\"a;b\"", " x/y ",
        "a;b=c/d", "\"x/y\"", "x/y;", "x/y; ", "x/y\t;z", "a,b/c", "x/y z", "multipart/form-data",
        "TEXT/Plain ;q=1", "x/\u{E9}", Bytes([0x78, 0x2F, 0xE9]), "x/y/z", "x/y,z", "x//", "a b/c",
        "x/", "/y", "", "text", "x/\u{7F}", "multipart/mixed", "x/y;q=\"", "x/\\",
    ]

    static let headers: [Bytes] = [
        "X-A: b", "\"X-A: b;c\"", "X-A:b", " X-A: b ", "Content-Type: q/r", "content-type:q/r",
        "Content-Disposition: form-data; name=z", "\"Content-Disposition: attachment; x=1\"",
        "Content-Transfer-Encoding: foo", "@h.txt", "<h.txt", "\"@h.txt\"", "@\"h.txt\"",
        Bytes([0x58, 0x3A, 0x20, 0xFF]), "@h2.txt", "@h3.txt", "nocolon", "@missing", "X: \"q\"",
        "\"X: \\\"q\\\"\"", "X:", "Content-Type:", "content-disposition:", "X: a,b", "@e",
    ]

    static let encoders: [Bytes] = [
        "binary", "8bit", "7bit", "base64", "quoted-printable", "BASE64", " base64 ", "\"base64\"",
        "Quoted-Printable", "base64", "quoted-printable", "foo", "",
    ]

    static let groups: [Bytes] = [
        "", "", "x", " ", ";type=multipart/alternative", ";type=multipart/form-data",
        ";type=text/plain", ";headers=X: y", ";filename=f",
        ";headers=\"Content-Type: multipart/FORM-data\"", ";type=multipart/form-data;x=y",
        ";type=multipart/mixed;filename=f", ";headers=@h3.txt",
    ]

    static let mistakes: [Bytes] = [
        "=)", "nothing", "", "a=@missing", "a=@missing;encoder=x", "a=b;encoder=x", "a=b;type=",
        "a=@a.txt,", "a=@", "a=<", "=(", "a=b;type=x", "a=<missing", "=);x",
    ]

    static let morsels: [Bytes] = [
        ";", ";", ";", ",", ",", "=", "\"", "\"", "\\", " ", "\t", "/", "x", "y", "(", ")", "@",
        "<",
        "a.txt", "e", "type=", "filename=", "headers=", "encoder=", "x/y", "base64", "8bit", "X: y",
        "@h.txt", "%", "\u{E9}", Bytes([0xFF]), "\\\"", "\\\\", ":", "@a.txt", "<a.txt", "TYPE=",
        "\"q\"", "\"a;b\"", "; ", " ;", "\u{7F}", "'", "Content-Type:", "b.png", "\u{B}",
    ]
}
