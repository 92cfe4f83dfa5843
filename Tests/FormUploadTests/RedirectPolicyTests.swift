import FormEncoding
import Testing

@testable import FormUpload

@Suite struct RedirectPolicyTests {
    private static let body = EncodedBody(bytes: "body")

    private func request(
        _ url: ByteString = "http://h/a/b", _ headers: [HeaderField] = [], method: ByteString? = nil
    ) -> UploadRequest {
        UploadRequest(url: url, method: method, headers: headers, body: Self.body)
    }

    private func field(_ name: ByteString, _ value: ByteString = "v") throws -> HeaderField {
        try #require(HeaderField(name: name, value: .text(value)))
    }

    private func following(_ policy: RedirectPolicy = RedirectPolicy()) -> RedirectPolicy {
        var policy = policy
        policy.follows = true
        return policy
    }

    @Test(arguments: [
        (301, "Location: /x", "/x"), (399, "location:x", "x"), (300, "Location: x", "x"),
        (299, "Location: /x", nil), (400, "Location: /x", nil), (302, "X-Location: /x", nil),
        (302, "Location:\r\nLocation: /x", "/x"), (302, "Location: /x\r\nLocation: /y", "/x"),
        (302, "Location:", nil), (302, "Location: \t ", nil),
    ])
    func findsWhereItLeads(status: Int, field: String, location: String?) {
        var get = request()
        get.body = nil
        let head = head(status, field)
        #expect(
            following().location(of: head, answering: get) == location.map { ByteString($0) })
        #expect(RedirectPolicy().location(of: head, answering: get) == nil)
    }

    /// `-T` with `-X POST`.
    @Test(arguments: [301, 302]) func keepsTheBodyOfAnUpload(status: Int) throws {
        var first = request("http://h/a", method: "POST")
        first.bodyMethod = "PUT"
        let answer = head(status, "Location: http://other/")
        let policy = following()
        let location = try #require(policy.location(of: answer, answering: first))
        let next = try policy.request(following: first, answer, to: location, first: first)
        #expect(next.body != nil && next.method == "POST")
    }

    private static let methods: [(Int, ByteString?, Set<Int>, Bool?)] = [
        (300, nil, [], true), (301, nil, [], nil), (302, nil, [], false), (303, nil, [], false),
        (304, nil, [], true), (307, nil, [], true), (308, nil, [], true),
        (301, nil, [301], true), (302, nil, [301], false), (303, nil, [301, 302, 303], true),
        (301, "PUT", [], true), (302, "PUT", [], true), (307, "PUT", [], true),
        (303, "PUT", [], false), (301, "POST", [], nil), (302, "POST", [], false),
        (303, "PUT", [303], true),
    ]

    /// A POST becomes a GET where browsers do so, but for a 301, which is not followed (`nil`), and
    /// everything does after a 303; a method that was asked for stays where the body does.
    @Test(arguments: methods)
    func dropsTheBody(
        status: Int, method: ByteString?, repeated: Set<Int>, keepsBody: Bool?
    ) throws {
        var policy = following()
        policy.repeatsBodyAfter = repeated
        let headers = [
            try field("Content-Type"), try field("content-encoding"), try field("EXPECT"),
            try field("Content-Length"), try field("Transfer-Encoding"), try field("X-A"),
        ]
        let first = request("http://h/a/b", headers, method: method)
        let location = policy.location(of: head(status, "Location: c"), answering: first)
        #expect((location == nil) == (keepsBody == nil))
        guard let location, let keepsBody else { return }
        let answer = head(status, "Location: c")
        let next = try policy.request(following: first, answer, to: location, first: first)
        #expect(next.url == "http://h/a/c")
        #expect((next.body != nil) == keepsBody)
        #expect(next.method == (keepsBody ? method : nil))
        #expect(next.headers == (keepsBody ? headers : [headers[5]]))
    }

    /// Without a body there is nothing to drop, but a 303 leads to something else.
    @Test(
        arguments: [
            (303, "DELETE", nil), (303, "HEAD", "HEAD"), (307, "DELETE", "DELETE"),
            (302, "DELETE", "DELETE"),
        ] as [(Int, ByteString, ByteString?)])
    func deletesNothingElse(status: Int, method: ByteString, next: ByteString?) throws {
        var first = request("http://h/a", [], method: method)
        first.body = nil
        let answer = head(status, "Location: /b")
        let then = try following().request(following: first, answer, to: "/b", first: first)
        #expect(then.method == next)
    }

    private static let places: [(ByteString, ByteString, Bool)] = [
        ("/c", "http://h/c", true), ("?q", "http://h/a/b?q", true), ("//h/c", "http://h/c", true),
        ("http://h/c", "http://h/c", true), ("http://H/c", "http://H/c", true),
        ("HTTP://H/c", "http://H/c", true),
        ("http://h:80/c", "http://h:80/c", true), ("http://h:81/c", "http://h:81/c", false),
        ("https://h/c", "https://h/c", false), ("//other/c", "http://other/c", false),
        ("http://h.other/", "http://h.other/", false), ("http://sub.h/", "http://sub.h/", false),
    ]

    /// Credentials are for the scheme, host and port that the user named, and no other.
    @Test(arguments: places)
    func keepsCredentialsAtHome(location: ByteString, url: ByteString, isHome: Bool) throws {
        let headers = [
            try field("Authorization"), try field("cookie"), try field("X-A"), try field("Host"),
        ]
        let first = request("http://h/a/b", headers)
        let next = try following().request(
            following: first, head(307), to: location, first: first)
        #expect(next.url == url)
        #expect(next.sendsCredentials == isHome)
        #expect(next.headers.contains(headers[0]) == isHome)
        #expect(next.headers.contains(headers[1]) == isHome)
        #expect(next.headers.contains(headers[2]))
        var trusting = following()
        trusting.trustsEveryHost = true
        let trusted = try trusting.request(
            following: first, head(307), to: location, first: first)
        #expect(trusted.sendsCredentials)
        #expect(Array(trusted.headers.prefix(3)) == Array(headers.prefix(3)))
        // A `Host` field is for the first host only, even with trusted hosts.
        #expect(trusted.headers.contains(headers[3]) == next.headers.contains(headers[3]))
    }

    @Test(arguments: [
        ("/c", true), ("http://h:81/", true), ("https://h/", true), ("http://H/", true),
        ("HTTP://H:80/", true), ("http://other/", false),
    ])
    func namesTheHostToItselfOnly(location: String, isThere: Bool) throws {
        let first = request("http://h/a", [try field("hOST")])
        let next = try following().request(
            following: first, head(307), to: ByteString(location), first: first)
        #expect(next.headers == (isThere ? first.headers : []))
    }

    /// A login in the URL is treated as a header.
    @Test(arguments: [
        ("/c", "http://u:p@h/c"), ("http://h/c", "http://u:p@h/c"), ("//v@h/c", "http://v@h/c"),
        ("http://h:81/", "http://h:81/"), ("https://h/", "https://h/"), ("//i/", "http://i/"),
    ])
    func keepsCredentialsOfTheURLAtHome(location: String, url: String) throws {
        let first = request("http://u:p@h/a")
        let next = try following().request(
            following: first, head(307), to: ByteString(location), first: first)
        #expect(next.url.description == url)
    }

    /// Home is where the user went, however many hosts lie between.
    @Test func givesCredentialsBackAtHome() throws {
        let first = request("http://h/a", [try field("Authorization")])
        let away = try following().request(
            following: first, head(307), to: "http://other/", first: first)
        #expect(away.headers.isEmpty)
        let back = try following().request(
            following: away, head(307), to: "http://h/b", first: first)
        #expect(back.headers == first.headers)
        #expect(back.sendsCredentials)
    }

    @Test func forgetsTheBodyForGood() throws {
        let first = request()
        let see = head(303, "Location: c")
        let get = try following().request(following: first, see, to: "c", first: first)
        let next = try following().request(following: get, head(307), to: "d", first: first)
        #expect(next.body == nil)
        // There is nothing more to lose.
        #expect(following().location(of: head(301, "Location: /e"), answering: get) == "/e")
    }

    /// What a redirect's request says about where it comes from (curl's `-e ';auto'`).
    @Test func namesTheReferrerWithoutItsPassword() throws {
        var policy = following()
        let first = request("http://user:secret@h/a?b#c")
        #expect(
            try policy.request(following: first, head(307), to: "/", first: first).referer == nil)
        policy.setsReferer = true
        let next = try policy.request(following: first, head(307), to: "/", first: first)
        #expect(next.referer?.description.contains("secret") == false)
        #expect(next.referer?.description.hasPrefix("http://h/a?b") == true)
        var away = try policy.request(
            following: first, head(307), to: "http://other/", first: first)
        #expect(away.referer == "http://h/a")
        // What counts is where the redirect comes from, and not the first URL.
        away.url = "http://other/x?token=y"
        let within = try policy.request(following: away, head(307), to: "/z", first: first)
        #expect(within.referer == "http://other/x?token=y")
        let home = try policy.request(following: away, head(307), to: "http://h/", first: first)
        #expect(home.referer == "http://other/x")
    }

    /// The place that a 307 does not lead to, and why; empty if it does.
    private func refusals(
        _ policy: RedirectPolicy, of location: ByteString, from first: UploadRequest
    ) -> [ByteString: RedirectRefusal] {
        do throws(UploadError) {
            _ = try policy.request(following: first, head(307), to: location, first: first)
        } catch .redirectRefused(let place, let refusal) {
            return [place: refusal]
        } catch {
            Issue.record(error)
        }
        return [:]
    }

    @Test(arguments: ["ftp://h/", "file:///etc/passwd", "gopher://h/"])
    func staysWithinItsSchemes(location: String) {
        let scheme = String(location.prefix { $0 != ":" })
        #expect(
            refusals(following(), of: ByteString(location), from: request())
                == [ByteString(location): .unsupported(scheme)])
    }

    @Test func canBeKeptToHTTPS() {
        var policy = following()
        policy.schemes = ["https"]
        let first = request("http://h/")
        #expect(refusals(policy, of: "/x", from: first) == ["http://h/x": .notAllowed("http")])
        #expect(refusals(policy, of: "https://h/x", from: first) == [:])
    }

    /// From https to http only where it is asked for, with a body or without.
    @Test(arguments: [true, false])
    func staysInTLS(hasBody: Bool) throws {
        var first = request("https://h/a")
        if !hasBody { first.body = nil }
        var policy = following()
        for location: ByteString in ["http://h/a", "http://other/"] {
            #expect(refusals(policy, of: location, from: first) == [location: .leavesTLS])
        }
        policy.leavesTLS = true
        let next = try policy.request(following: first, head(307), to: "http://h/a", first: first)
        #expect((next.url, next.body != nil) == ("http://h/a", hasBody))
        #expect(!next.sendsCredentials)
    }

    /// The same place by another name: 301 and 302 send the body again there, as 307 does.
    private static let samePlaces: [(ByteString, ByteString, Bool)] = [
        ("http://h/up", "/up/", true), ("http://h/up/", "/up", true),
        ("http://h/up", "https://h/up", true), ("http://h/up", "https://h/up/", true),
        ("http://h:8080/up", "https://h:8443/up", true), ("http://h/up", "https://h:8443/up", true),
        ("http://h:8080/up", "https://h/up", true),
        ("http://h/up", "http://www.h/up", true), ("http://www.h/up", "https://H/up/", true),
        ("http://h/up", "http://H:80/up", true), ("h/up", "HTTP://h/up/", true),
        ("http://h/", "https://www.h", true),
        ("http://h/up?a=b", "/up/?a=b", true), ("http://h/caf%c3%a9", "/caf%C3%A9/", true),
        ("http://h/a%2Fb", "/a%2fb/", true), ("http://h/up", "/./up/#part", true),
        ("https://h/up", "https://www.h/up/", true),
        ("http://h/up", "up", false), ("http://h", "http://h/", false),
        ("http://h/up", "http://h:80/up#part", false),
        ("http://h/up", "HTTP://h/up", false), ("http://h/up?a", "?a", false),
        ("http://h/up", "/up//", false), ("http://h/up", "/UP", false), ("http://h/up", "/", false),
        ("http://h/up", "/up/x", false), ("http://h/up?a=b", "/up/", false),
        ("http://h/up", "/up?a=b", false), ("http://h/up?a", "/up?A", false),
        ("http://h/a%2Fb", "/a/b", false), ("http://h/up", "http://i/up", false),
        ("http://h/up", "http://h:81/up", false), ("https://h/up", "https://h:8443/up", false),
        ("http://h/up", "https://ww.h/up", false), ("http://h/up", "http://www.www.h/up", false),
        ("http://h/up", "http://h.www./up", false),
    ]

    @Test(arguments: samePlaces)
    func sendsTheBodyAgainAtTheSamePlace(from: ByteString, to: ByteString, isSame: Bool) throws {
        for (status, effect) in [(301, RedirectEffect.losesBody), (302, .dropsBody)] {
            let answer = head(status, "Location: \(to)")
            let first = request(from)
            #expect(
                following().effect(of: answer, on: first) == (isSame ? .repeatsRequest : effect))
            guard isSame || status == 302 else { continue }
            let next = try following().request(
                following: first, answer, to: to, first: first)
            #expect((next.body != nil) == isSame)
        }
        let see = head(303, "Location: \(to)")
        #expect(following().effect(of: see, on: request(from)) == .dropsBody)
    }

    @Test(arguments: [
        "http://", "//[::1", "http://h:99999/", "http://a b/",
        "/a\0b", "/a\rb", "/a\nb",
    ])
    func refusesWhatIsNoURL(location: ByteString) {
        #expect(refusals(following(), of: location, from: request()) == [location: .malformed])
    }
}
