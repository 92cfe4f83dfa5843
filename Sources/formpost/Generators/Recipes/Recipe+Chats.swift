/// Services in which people talk, and that keep track of their work.
extension Recipe {
    static let chats = [
        Recipe(
            "discord", "Discord, by a webhook",
            "The message is JSON in a file: in an argument its semicolons would need quotes. The "
                + "webhook's URL is a secret, and stays out of the list of processes.",
            """
            formpost --variable %WEBHOOK --expand-url '{{WEBHOOK}}' \\
              -F 'payload_json=<message.json;type=application/json' \\
              -F 'files[0]=@img.png'
            """),
        Recipe(
            "telegram", "Telegram, by a bot",
            "The token is a part of the path, and is masked wherever a URL is shown.",
            """
            formpost --variable %TOKEN \\
              --expand-url 'https://api.telegram.org/bot{{TOKEN}}/sendDocument' \\
              -F chat_id=42 -F document=@report.pdf
            """),
        Recipe(
            "slack", "Slack",
            "Three requests: the answer to the first has the URL for the second, and the third shares "
                + "the file. What Slack refuses it answers with 200 and `\"ok\":false`, so each step says "
                + "what it expects; otherwise it is exit status 22.",
            """
            formpost --variable %SLACK_TOKEN --variable file@report.pdf \\
              --expand-oauth2-bearer '{{SLACK_TOKEN}}' \\
              -d filename=report.pdf --expand-data 'length={{file:size}}' \\
              --expect json:/ok=true -o /dev/null \\
              --capture upload_url=json:/upload_url --capture id=json:/file_id \\
              https://slack.com/api/files.getUploadURLExternal \\
              --next --expand-url '{{upload_url}}' -F filename=@report.pdf \\
              --expect text:OK -o /dev/null \\
              --next --expand-oauth2-bearer '{{SLACK_TOKEN}}' --expect json:/ok=true \\
              --expand-json '{"files":[{"id":"{{id:json}}"}],"channel_id":"C1"}' \\
              https://slack.com/api/files.completeUploadExternal
            """),
        Recipe(
            "jira", "Jira, an attachment",
            "Without the header Jira answers 403. On Jira Cloud the user is an e-mail address, and "
                + "the password an API token.",
            """
            formpost --variable %JIRA_TOKEN \\
              --expand-user 'anna@example.com:{{JIRA_TOKEN}}' \\
              -H 'X-Atlassian-Token: no-check' -F file=@app.log \\
              https://example.atlassian.net/rest/api/3/issue/APP-1/attachments
            """),
    ]
}
