/// Recipes for applications with a login and for jobs.
extension Texts {
    static let applicationRecipes = #"""
        = django | Django, behind its login | docs.djangoproject.com
        = Login page, login, upload. The login sets another token, which the cookie has. A wrong
        = password and a form that is refused are answered with 200, a wrong token with 403. Over
        = https Django wants a Referer.
        formpost --fail-early -b '' -X GET -o /dev/null \
          --capture 'token=regex:name="csrfmiddlewaretoken" value="([^"]*)"' \
          https://example.com/accounts/login/ \
          --next -e https://example.com/accounts/login/ --expect-status 302 \
          -o /dev/null --capture token=cookie:csrftoken \
          --expand-data-urlencode 'csrfmiddlewaretoken={{token}}' \
          -d username=anna --variable %PASSWORD \
          --expand-data-urlencode 'password={{PASSWORD}}' \
          https://example.com/accounts/login/ \
          --next -e https://example.com/upload/ --expect-status 302 \
          --expand-form-string 'csrfmiddlewaretoken={{token}}' \
          -F file=@report.pdf https://example.com/upload/
        = rails | Ruby on Rails, behind a login | its API documentation
        = Login page, login, the page with the form, upload. That page has another token, which is
        = sent in a header. Without a login it is redirected, which is a failure. A wrong token is
        = answered with 422.
        formpost --fail-early -b '' -X GET -o /dev/null \
          --capture 'token=regex:name="authenticity_token" value="([^"]*)"' \
          https://example.com/login \
          --next --expect-status 302,303 -o /dev/null \
          --expand-data-urlencode 'authenticity_token={{token}}' \
          -d email=anna@example.com --variable %PASSWORD \
          --expand-data-urlencode 'password={{PASSWORD}}' \
          https://example.com/login \
          --next -X GET -o /dev/null \
          --capture 'token=regex:name="csrf-token" content="([^"]*)"' \
          https://example.com/uploads/new \
          --next --expect-status 2xx,302,303 \
          --expand-header 'X-CSRF-Token: {{token}}' \
          -F 'upload[file]=@report.pdf' https://example.com/uploads
        = laravel | Laravel, behind a login | laravel.com/docs
        = Login page, login, the page with the form, upload: the login sets another token. Without a
        = login the third request is redirected, which is a failure. A wrong token is answered with
        = 419, and a form that is refused with 422, since JSON is accepted.
        formpost --fail-early -b '' -X GET -o /dev/null \
          --capture 'token=regex:name="_token" value="([^"]*)"' \
          https://example.com/login \
          --next --expect-status 302 -o /dev/null \
          --expand-data-urlencode '_token={{token}}' \
          -d email=anna@example.com --variable %PASSWORD \
          --expand-data-urlencode 'password={{PASSWORD}}' \
          https://example.com/login \
          --next -X GET -o /dev/null \
          --capture 'token=regex:name="_token" value="([^"]*)"' \
          https://example.com/uploads/create \
          --next --expect-status 2xx,302 -H 'Accept: application/json' \
          --expand-form-string '_token={{token}}' \
          -F file=@report.pdf https://example.com/uploads
        """#

    static let pipelineRecipes = #"""
        = github-actions | A step of GitHub Actions
        = A busy server is asked again; after another failure a second call sends what the journal
        = has not got. The log of the job has a line for each file and for what was sent in all.
        - name: Upload
          env:
            TOKEN: ${{ secrets.UPLOAD_TOKEN }}
          run: |
            upload() {
              formpost --each 'file=@dist/*' --journal uploads.journal \
                --retry 5 --retry-max-time 600 --variable %TOKEN \
                --expand-header 'Authorization: Bearer {{TOKEN}}' \
                -o /dev/null https://example.com/artifacts
            }
            upload || { sleep 30; upload; }
        = gitlab-ci | A job of GitLab CI | GitLab's JSON schema
        = `TOKEN` is a masked variable of the project. The journal stays in the cache, so that a job
        = that is run again sends what is missing: it knows files by their contents, since a fresh
        = checkout has other times. The log of the job has a line for each file and for what was
        = sent in all.
        upload:
          stage: deploy
          retry: 1
          cache:
            key: uploads-$CI_PIPELINE_ID
            paths: [uploads.journal]
            when: always
          script:
            - |
              formpost --each 'file=@dist/*' --journal uploads.journal \
                --journal-content --retry 5 --retry-max-time 600 \
                --variable %TOKEN \
                --expand-header 'Authorization: Bearer {{TOKEN}}' \
                -o /dev/null https://example.com/artifacts
        """#

    static let machineRecipes = #"""
        = shared-list | Many machines with one list
        = Each job of a matrix, or each task of an array job, runs this line. The journal is on a
        = file system that keeps locks between machines, such as NFS. Each file is sent by one of
        = the jobs, and by another one if that job is killed; each job ends when all files are
        = uploaded, with 0, or with the failure that it met. With `--journal-content` each job may
        = have a checkout of its own.
        formpost --each 'file=@dist/**/*' \
          --journal /shared/uploads.journal --journal-content \
          --retry 5 --bearer-env TOKEN -o /dev/null \
          https://example.com/artifacts
        = gnu-parallel | GNU parallel, on several machines
        = It starts the same command on each of them; the journal shares the files out, also when
        = one of the machines is slow or goes away.
        parallel --nonall --tag -S node1,node2,node3 --workdir /shared --env TOKEN \
          "formpost --each 'file=@dist/**/*' --journal uploads.journal \
          --retry 5 --bearer-env TOKEN -o /dev/null \
          https://example.com/artifacts"
        = kubernetes | An indexed job of Kubernetes
        = Eight pods share the files of a volume that all of them can write (ReadWriteMany). A pod
        = that is evicted is started again, and its files are sent by the others meanwhile.
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: upload
        spec:
          completionMode: Indexed
          completions: 8
          parallelism: 8
          backoffLimitPerIndex: 3
          template:
            spec:
              restartPolicy: Never
              containers:
                - name: formpost
                  image: formpost
                  args:
                    - --each=file=@/shared/dist/**/*
                    - --journal=/shared/uploads.journal
                    - --retry=5
                    - --bearer-env=TOKEN
                    - --output=/dev/null
                    - https://example.com/artifacts
                  env:
                    - name: TOKEN
                      valueFrom:
                        secretKeyRef: {name: upload, key: token}
                  volumeMounts:
                    - {name: shared, mountPath: /shared}
              volumes:
                - name: shared
                  persistentVolumeClaim: {claimName: shared}
        """#
}
