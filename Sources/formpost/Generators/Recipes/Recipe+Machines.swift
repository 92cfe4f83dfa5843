/// Several machines that share a list of files.
extension Recipe {
    static let machines = [
        Recipe(
            "shared-list", "Many machines with one list",
            "Each job of a matrix, or each task of an array job, runs this line. The journal is on a file "
                + "system that keeps locks between machines, such as NFS. Each file is sent by one of the "
                + "jobs, and by another one if that job is killed; each job ends when all files are "
                + "uploaded, with 0, or with the failure that it met. With `--journal-content` each job may "
                + "have a checkout of its own.",
            """
            formpost --each 'file=@dist/**/*' \\
              --journal /shared/uploads.journal --journal-content \\
              --retry 5 --bearer-env TOKEN -o /dev/null \\
              https://example.com/artifacts
            """),
        Recipe(
            "gnu-parallel", "GNU parallel, on several machines",
            "It starts the same command on each of them; the journal shares the files out, also when one "
                + "of the machines is slow or goes away.",
            """
            parallel --nonall --tag -S node1,node2,node3 --workdir /shared --env TOKEN \\
              "formpost --each 'file=@dist/**/*' --journal uploads.journal \\
              --retry 5 --bearer-env TOKEN -o /dev/null \\
              https://example.com/artifacts"
            """),
        Recipe(
            "kubernetes", "An indexed job of Kubernetes",
            "Eight pods share the files of a volume that all of them can write (ReadWriteMany). A pod that "
                + "is evicted is started again, and its files are sent by the others meanwhile.",
            """
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
            """),
    ]
}
