import TestSupport

/// The recipes with a login: one small application, which has its tokens wherever a framework has them.
extension RecipeRow {
    /// A page with a form, and its cookies.
    private static func page(_ number: Int) -> Answer {
        let names = ["csrfmiddlewaretoken", "authenticity_token", "_token"]
        let inputs = names.map {
            #"<input type="hidden" name="\#($0)" value="t\#(number)+/==" autocomplete="off">"#
        }
        return .respond(
            headers: [
                "Set-Cookie": "csrftoken=c\(number); Path=/; SameSite=Lax",
                "Set-Cookie": "s=\(number); path=/; HttpOnly",
            ],
            body: """
                <!DOCTYPE html>
                <html><head><meta name="csrf-token" content="t\(number)+/==" /></head>
                <body><form method="post">\(inputs.joined())</form></body></html>
                """)
    }

    /// The login, after which the session and its tokens are others.
    private static let login = Answer.respond(
        302,
        headers: [
            "Location": "/home", "Set-Cookie": "csrftoken=c2; Path=/",
            "Set-Cookie": "s=2; HttpOnly; Path=/",
        ])
    private static let stored = Answer.respond(302, headers: ["Location": "/done"])
    private static let toLogin = Answer.respond(302, headers: ["Location": "/login"])

    private static func row(
        _ name: String, _ answer: Answer, then others: Answer..., sent: String
    ) -> Row {
        var row = Row(
            name, "https://example.com", environment: ["PASSWORD": "pa55 &=+"],
            files: ["report.pdf": "%PDF"], answer: answer, sent: sent)
        row.answers += others
        return row
    }

    static let logins = [
        row(
            "django", page(1), then: login, stored,
            sent: """
                GET /accounts/login/

                POST /accounts/login/
                Content-Type = application/x-www-form-urlencoded
                Cookie = csrftoken=c1; s=1
                Referer = https://example.com/accounts/login/
                csrfmiddlewaretoken=t1%2B%2F%3D%3D&username=anna&password=pa55+%26%3D%2B

                POST /upload/
                Cookie = csrftoken=c2; s=2
                Referer = https://example.com/upload/
                csrfmiddlewaretoken: c2
                file (report.pdf, application/pdf): %PDF
                """),
        row(
            "rails", page(1), then: login, page(2), stored,
            sent: """
                GET /login

                POST /login
                Content-Type = application/x-www-form-urlencoded
                Cookie = csrftoken=c1; s=1
                authenticity_token=t1%2B%2F%3D%3D&email=anna@example.com&password=pa55+%26%3D%2B

                GET /uploads/new
                Cookie = csrftoken=c2; s=2

                POST /uploads
                Cookie = csrftoken=c2; s=2
                X-CSRF-Token = t2+/==
                upload[file] (report.pdf, application/pdf): %PDF
                """),
        row(
            "laravel", page(1), then: login, page(2), stored,
            sent: """
                GET /login

                POST /login
                Content-Type = application/x-www-form-urlencoded
                Cookie = csrftoken=c1; s=1
                _token=t1%2B%2F%3D%3D&email=anna@example.com&password=pa55+%26%3D%2B

                GET /uploads/create
                Cookie = csrftoken=c2; s=2

                POST /uploads
                Cookie = csrftoken=c2; s=2
                _token: t2+/==
                file (report.pdf, application/pdf): %PDF
                """),
    ]

    /// A wrong password, a wrong token, and a page without one: the answers, and how the recipe ends.
    static let failedLogins: [(name: String, answers: [Answer], exit: Int32, stderr: String)] = [
        (
            "django", [page(1), page(1)], 22,
            """
            formpost: (22) https://example.com/accounts/login/: the server answered 200 OK, not accepted by \
            --expect-status
            formpost: (22) https://example.com/upload/: not sent, for want of the value of 'token' (--capture)

            """
        ),
        (
            "rails", [page(1), .respond(422, "Unprocessable Content"), toLogin], 22,
            """
            formpost: (22) https://example.com/login: the server answered 422 Unprocessable Content
            formpost: (22) https://example.com/uploads/new: the server answered 302 Found: redirected to \
            https://example.com/login: use that URL, or -L
            formpost: (22) https://example.com/uploads: not sent, for want of the value of 'token' (--capture)

            """
        ),
        (
            "laravel", [page(1), toLogin, toLogin], 22,
            """
            formpost: (22) https://example.com/uploads/create: the server answered 302 Found: redirected to \
            https://example.com/login: use that URL, or -L
            formpost: (22) https://example.com/uploads: not sent, for want of the value of 'token' (--capture)

            """
        ),
        (
            "django", [page(1), login, .respond(403)], 22,
            "formpost: (22) https://example.com/upload/: the server answered 403 Forbidden\n"
        ),
        (
            "rails", [page(1), login, page(2), .respond(422, "Unprocessable Content")], 22,
            "formpost: (22) https://example.com/uploads: the server answered 422 Unprocessable Content\n"
        ),
        (
            "laravel", [page(1), login, page(2), .respond(419, "unknown status")], 22,
            "formpost: (22) https://example.com/uploads: the server answered 419 unknown status\n"
        ),
        (
            "rails", [page(1), login, .respond()], 8,
            #": --capture token=regex:name="csrf-token" content="([^"]*)": "#
        ),
        (
            "laravel", [page(1), login, .respond()], 8,
            #": --capture token=regex:name="_token" value="([^"]*)": "#
        ),
    ]
}
