/// Steps of continuous integration, in YAML.
extension Recipe {
    static let pipelines = [
        Recipe(
            "github-actions", "A step of GitHub Actions",
            "A busy server is asked again; after another failure a second call sends what the journal "
                + "has not got. The log of the job has a line for each file and for what was sent in "
                + "all.",
            """
            - name: Upload
              env:
                TOKEN: ${{ secrets.UPLOAD_TOKEN }}
              run: |
                upload() {
                  formpost --each 'file=@dist/*' --journal uploads.journal \\
                    --retry 5 --retry-max-time 600 --variable %TOKEN \\
                    --expand-header 'Authorization: Bearer {{TOKEN}}' \\
                    -o /dev/null https://example.com/artifacts
                }
                upload || { sleep 30; upload; }
            """),
        Recipe(
            "gitlab-ci", "A job of GitLab CI",
            "`TOKEN` is a masked variable of the project. The journal stays in the cache, so that a job "
                + "that is run again sends what is missing: it knows files by their contents, since a fresh "
                + "checkout has other times. The log of the job has a line for each file "
                + "and for what was sent in all.",
            checkedAgainst: "GitLab's JSON schema",
            """
            upload:
              stage: deploy
              retry: 1
              cache:
                key: uploads-$CI_PIPELINE_ID
                paths: [uploads.journal]
                when: always
              script:
                - |
                  formpost --each 'file=@dist/*' --journal uploads.journal \\
                    --journal-content --retry 5 --retry-max-time 600 \\
                    --variable %TOKEN \\
                    --expand-header 'Authorization: Bearer {{TOKEN}}' \\
                    -o /dev/null https://example.com/artifacts
            """),
    ]
}
