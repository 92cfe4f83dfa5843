/// Other services, and jobs of continuous integration.
extension Recipe {
    static let others = [
        Recipe(
            "openai", "OpenAI, a transcription",
            "Who says what. A recording of more than 30 seconds needs the chunking strategy, and only "
                + "`diarized_json` has the speakers. A semicolon in a text needs `--form-string`; `b64` "
                + "makes a data URL of a short file.",
            checkedAgainst: "developers.openai.com",
            """
            formpost --variable %OPENAI_API_KEY \\
              --expand-oauth2-bearer '{{OPENAI_API_KEY}}' \\
              -F model=gpt-4o-transcribe-diarize -F chunking_strategy=auto \\
              -F response_format=diarized_json -F file=@call.mp3 \\
              --variable voice@anna.wav -F 'known_speaker_names[]=anna' \\
              --expand-form-string \\
                'known_speaker_references[]=data:audio/wav;base64,{{voice:b64}}' \\
              https://api.openai.com/v1/audio/transcriptions
            """),
        Recipe(
            "cloudflare", "Cloudflare Workers",
            "PUT with a form. The name of each module's part is the one that the metadata has.",
            checkedAgainst: "developers.cloudflare.com",
            """
            formpost --variable %CLOUDFLARE_TOKEN \\
              --expand-oauth2-bearer '{{CLOUDFLARE_TOKEN}}' -X PUT \\
              -F 'metadata=@metadata.json;type=application/json' \\
              -F 'main.js=@main.js;type=application/javascript+module' \\
              https://api.cloudflare.com/client/v4/accounts/1/workers/scripts/app
            """),
        Recipe(
            "ci", "A job of continuous integration",
            "Each artifact once, however often the job is repeated with the same journal; a busy "
                + "server is asked again. The token comes from the environment. In GitHub Actions it is "
                + "a step with `run:` and `env:`, in GitLab CI a line of `script:`.",
            """
            formpost --each 'file=@dist/*' --journal uploads.journal --retry 5 \\
              --max-time 600 --variable %TOKEN \\
              --expand-header 'Authorization: Bearer {{TOKEN}}' \\
              https://example.com/artifacts
            """),
    ]
}
