/// Applications with a login, and a token against request forgery (CSRF).
extension Recipe {
    static let frameworks = [
        Recipe(
            "django", "Django, behind its login",
            "Login page, login, upload. The login sets another token, which the cookie has. A wrong "
                + "password and a form that is refused are answered with 200, a wrong token with 403. "
                + "Over https Django wants a Referer.",
            checkedAgainst: "docs.djangoproject.com",
            """
            formpost -b '' -X GET -o /dev/null \\
              --capture token=input:csrfmiddlewaretoken \\
              https://example.com/accounts/login/ \\
              --next -e https://example.com/accounts/login/ --expect-status 302 \\
              -o /dev/null --capture token=cookie:csrftoken \\
              --expand-data-urlencode 'csrfmiddlewaretoken={{token}}' \\
              -d username=anna --variable %PASSWORD \\
              --expand-data-urlencode 'password={{PASSWORD}}' \\
              https://example.com/accounts/login/ \\
              --next -e https://example.com/upload/ --expect-status 302 \\
              --expand-form-string 'csrfmiddlewaretoken={{token}}' \\
              -F file=@report.pdf https://example.com/upload/
            """),
        Recipe(
            "rails", "Ruby on Rails, behind a login",
            "Login page, login, the page with the form, upload. That page has another token, which is "
                + "sent in a header. Without a login it is redirected, which is a failure. A wrong "
                + "token is answered with 422.",
            checkedAgainst: "its API documentation",
            """
            formpost -b '' -X GET -o /dev/null \\
              --capture token=input:authenticity_token https://example.com/login \\
              --next --expect-status 302,303 -o /dev/null \\
              --expand-data-urlencode 'authenticity_token={{token}}' \\
              -d email=anna@example.com --variable %PASSWORD \\
              --expand-data-urlencode 'password={{PASSWORD}}' \\
              https://example.com/login \\
              --next -X GET -o /dev/null --capture token=meta:csrf-token \\
              https://example.com/uploads/new \\
              --next --expect-status 2xx,302,303 \\
              --expand-header 'X-CSRF-Token: {{token}}' \\
              -F 'upload[file]=@report.pdf' https://example.com/uploads
            """),
        Recipe(
            "laravel", "Laravel, behind a login",
            "Login page, login, the page with the form, upload: the login sets another token. Without "
                + "a login the third request is redirected, which is a failure. A wrong token is "
                + "answered with 419, and a form that is refused with 422, since JSON is accepted.",
            checkedAgainst: "laravel.com/docs",
            """
            formpost -b '' -X GET -o /dev/null --capture token=input:_token \\
              https://example.com/login \\
              --next --expect-status 302 -o /dev/null \\
              --expand-data-urlencode '_token={{token}}' \\
              -d email=anna@example.com --variable %PASSWORD \\
              --expand-data-urlencode 'password={{PASSWORD}}' \\
              https://example.com/login \\
              --next -X GET -o /dev/null --capture token=input:_token \\
              https://example.com/uploads/create \\
              --next --expect-status 2xx,302 -H 'Accept: application/json' \\
              --expand-form-string '_token={{token}}' \\
              -F file=@report.pdf https://example.com/uploads
            """),
    ]
}
