import Foundation
import TestSupport

/// An application of a framework as its documentation has it: a login page, a login that gives the
/// session another token, and uploads that need the token.
struct Framework: Sendable {
    /// Of the recipe.
    let name: String
    /// The answer to a request.
    let answer: @Sendable (RecordedRequest, Fault) -> Response
    /// The requests of the recipe, with a blank line between; `HOST` is the server's.
    let sent: String
    /// What is said when the token of the upload is wrong.
    let wrongToken: String
    /// What is said when the password is.
    let wrongPassword: String
    /// How many requests there are then.
    let requestsWithWrongPassword: Int

    static let password = "pa55 &=+"

    /// What is wrong.
    enum Fault: Sendable, CaseIterable {
        case none, noToken, wrongToken
    }

    static let all = [django, rails, laravel]
}

extension RecordedRequest {
    fileprivate var cookies: Set<String> {
        Set((header("Cookie") ?? "").split(separator: ";").map { $0.filter { $0 != " " } })
    }

    /// The pairs of a URL-encoded form, as they came.
    fileprivate var pairs: [String] { body.text.split(separator: "&").map(String.init) }

    fileprivate func field(_ name: String) -> String? {
        (try? form())?.part(name)?.bodyText
    }
}

private func page(_ content: String) -> String {
    "<!DOCTYPE html>\n<html><head><title>a</title>\n\(content)\n</body></html>\n"
}

extension Framework {
    /// https://docs.djangoproject.com/en/5.2/howto/csrf/ and `django/middleware/csrf.py`: the token is
    /// in the cookie and, masked, in the form; `rotate_token` at login; 403 without it.
    static let django = Framework(
        name: "django",
        answer: { request, fault in
            let form = page(
                #"<form method="post"><input type="hidden" name="csrfmiddlewaretoken" value="masked1">"#
                    + #"<input type="text" name="username"></form>"#)
            let origin = "http://\(request.header("Host") ?? "")/"
            let hasReferer = request.header("Referer")?.hasPrefix(origin) ?? false
            switch (request.method, request.target) {
            case ("GET", "/accounts/login/"):
                return Response(
                    200, headers: ["Set-Cookie": "csrftoken=cookie1; Path=/; SameSite=Lax"],
                    body: fault == .noToken ? page("<form></form>") : form)
            case ("POST", "/accounts/login/"):
                guard request.cookies == ["csrftoken=cookie1"], hasReferer,
                    request.pairs.contains("csrfmiddlewaretoken=masked1")
                else { return Response(403, body: "CSRF verification failed.") }
                guard request.pairs.contains("username=anna"),
                    request.pairs.contains("password=pa55+%26%3D%2B")
                else { return Response(200, body: form) }
                return Response(
                    302,
                    headers: [
                        "Location": "/accounts/profile/",
                        "Set-Cookie": "csrftoken=cookie2; Path=/; SameSite=Lax",
                        "Set-Cookie": "sessionid=s1; HttpOnly; Path=/; SameSite=Lax",
                    ])
            case ("POST", "/upload/"):
                let token = fault == .wrongToken ? "other" : "cookie2"
                guard request.cookies == ["csrftoken=cookie2", "sessionid=s1"], hasReferer,
                    request.field("csrfmiddlewaretoken") == token
                else { return Response(403, body: "CSRF verification failed.") }
                return Response(302, headers: ["Location": "/upload/done/"])
            default: return Response(404)
            }
        },
        sent: """
            GET /accounts/login/

            POST /accounts/login/
            Content-Type = application/x-www-form-urlencoded
            Cookie = csrftoken=cookie1
            Referer = http://HOST/accounts/login/
            csrfmiddlewaretoken=masked1&username=anna&password=pa55+%26%3D%2B

            POST /upload/
            Cookie = csrftoken=cookie2; sessionid=s1
            Referer = http://HOST/upload/
            csrfmiddlewaretoken: cookie2
            file (report.pdf, application/pdf): %PDF
            """,
        wrongToken: "formpost: (22) http://HOST/upload/: the server answered 403 Forbidden\n",
        wrongPassword: """
            formpost: (22) http://HOST/accounts/login/: the server answered 200 OK, not accepted by \
            --expect-status
            formpost: (22) http://HOST/upload/: not sent, for want of the value of 'token' (--capture)

            """,
        requestsWithWrongPassword: 2)

    /// https://guides.rubyonrails.org/security.html#cross-site-request-forgery-csrf: the token is in the
    /// form and in a `<meta>`, `reset_session` at login; 422 without it. A failed login is 422, too.
    static let rails = Framework(
        name: "rails",
        answer: { request, fault in
            let form = page(
                """
                <meta name="csrf-param" content="authenticity_token" />
                <meta name="csrf-token" content="no1==" /></head><body>
                <form action="/login" accept-charset="UTF-8" method="post"><input type="hidden" \
                name="authenticity_token" value="a1+/==" autocomplete="off" /></form>
                """)
            switch (request.method, request.target) {
            case ("GET", "/login"):
                return Response(
                    200, headers: ["Set-Cookie": "_app_session=s1; path=/; HttpOnly; SameSite=Lax"],
                    body: form)
            case ("POST", "/login"):
                guard request.cookies == ["_app_session=s1"],
                    request.pairs.contains("authenticity_token=a1%2B%2F%3D%3D"),
                    request.pairs.contains("email=anna@example.com"),
                    request.pairs.contains("password=pa55+%26%3D%2B")
                else { return Response(422, "Unprocessable Content", body: form) }
                return Response(
                    302, headers: ["Location": "/", "Set-Cookie": "_app_session=s2; path=/"])
            case ("GET", "/uploads/new"):
                guard request.cookies == ["_app_session=s2"] else {
                    return Response(302, headers: ["Location": "/login"])
                }
                let tag = #"<meta name="csrf-token" content="a2&#43;/==" />"#
                return Response(200, body: page(fault == .noToken ? "" : tag))
            case ("POST", "/uploads"):
                let token = fault == .wrongToken ? "other" : "a2+/=="
                guard request.cookies == ["_app_session=s2"],
                    request.header("X-CSRF-Token") == token
                else { return Response(422, "Unprocessable Content") }
                return Response(302, headers: ["Location": "/uploads/1"])
            default: return Response(404)
            }
        },
        sent: """
            GET /login

            POST /login
            Content-Type = application/x-www-form-urlencoded
            Cookie = _app_session=s1
            authenticity_token=a1%2B%2F%3D%3D&email=anna@example.com&password=pa55+%26%3D%2B

            GET /uploads/new
            Cookie = _app_session=s2

            POST /uploads
            Cookie = _app_session=s2
            X-CSRF-Token = a2+/==
            upload[file] (report.pdf, application/pdf): %PDF
            """,
        wrongToken:
            "formpost: (22) http://HOST/uploads: the server answered 422 Unprocessable Content\n",
        wrongPassword: """
            formpost: (22) http://HOST/login: the server answered 422 Unprocessable Content
            formpost: (22) http://HOST/uploads/new: the server answered 302 Found: redirected to \
            http://HOST/login: use that URL, or -L
            formpost: (22) http://HOST/uploads: not sent, for want of the value of 'token' (--capture)

            """,
        requestsWithWrongPassword: 3)

    /// https://laravel.com/docs/12.x/csrf and `Illuminate/Session/Store.php`: the token is in the form,
    /// `regenerate` at login makes a new one; 419 without it. A failed login leads back to its page, as
    /// does a page that needs a login.
    static let laravel = Framework(
        name: "laravel",
        answer: { request, fault in
            let cookie = "laravel-session"
            let input = { (token: String) in
                page(
                    #"<form method="POST"><input type="hidden" name="_token" value="\#(token)" autocomplete="off"></form>"#
                )
            }
            let isLoggedIn = request.cookies == ["\(cookie)=s2"]
            switch (request.method, request.target) {
            case ("GET", "/login"):
                return Response(
                    200, headers: ["Set-Cookie": "\(cookie)=s1; path=/; httponly; samesite=lax"],
                    body: input("a1"))
            case ("POST", "/login"):
                guard request.cookies == ["\(cookie)=s1"], request.pairs.contains("_token=a1")
                else {
                    return Response(419, "unknown status", body: "Page Expired")
                }
                guard request.pairs.contains("email=anna@example.com"),
                    request.pairs.contains("password=pa55+%26%3D%2B")
                else { return Response(302, headers: ["Location": "/login"]) }
                return Response(
                    302,
                    headers: ["Location": "/dashboard", "Set-Cookie": "\(cookie)=s2; path=/"])
            case ("GET", "/uploads/create"):
                guard isLoggedIn else { return Response(302, headers: ["Location": "/login"]) }
                return Response(200, body: fault == .noToken ? page("") : input("a2"))
            case ("POST", "/uploads"):
                let token = fault == .wrongToken ? "other" : "a2"
                guard isLoggedIn, request.field("_token") == token else {
                    return Response(419, "unknown status", body: "Page Expired")
                }
                return Response(302, headers: ["Location": "/uploads"])
            default: return Response(404)
            }
        },
        sent: """
            GET /login

            POST /login
            Content-Type = application/x-www-form-urlencoded
            Cookie = laravel-session=s1
            _token=a1&email=anna@example.com&password=pa55+%26%3D%2B

            GET /uploads/create
            Cookie = laravel-session=s2

            POST /uploads
            Cookie = laravel-session=s2
            _token: a2
            file (report.pdf, application/pdf): %PDF
            """,
        wrongToken: "formpost: (22) http://HOST/uploads: the server answered 419 unknown status\n",
        wrongPassword: """
            formpost: (22) http://HOST/uploads/create: the server answered 302 Found: redirected to \
            http://HOST/login: use that URL, or -L
            formpost: (22) http://HOST/uploads: not sent, for want of the value of 'token' (--capture)

            """,
        requestsWithWrongPassword: 3)
}
