# bash completion for formpost; made by formpost --generate complete-bash

# How the value of the option $1 is completed; nothing for an option without one.
_formpost_kind() {
    kind=
    case $1 in
        -F | --form | --form-glob) kind=form ;;
        --form-string | --boundary | --max-spool | --data-raw | -X | --request | -A | --user-agent \
        | -e | --referer | --expect100-timeout | --request-target | -u | --user | --oauth2-bearer \
        | --bearer-env | --parallel-max | --rate | --max-redirs | --proto | --proto-redir | \
        --retry | --retry-delay | --retry-max-time | --append-size | -m | --max-time | \
        --connect-timeout | --stall-timeout | -Y | --speed-limit | -y | --speed-time | \
        --limit-rate | -x | --proxy | -U | --proxy-user | --noproxy | --preproxy | --socks5 | \
        --socks5-hostname | --resolve | --connect-to | --abstract-unix-socket | --interface | \
        --local-port | --dns-servers | --doh-url | --keepalive-time | --pass | --ciphers | \
        --tls13-ciphers | --curves | --max-filesize | --expect-status | --secret-field | \
        --secret-header | --secret-variable) kind=free ;;
        --form-tree) kind=field-directory ;;
        --form-fields | -T | --upload-file | --netrc-file | -b | --cookie | -c | --cookie-jar | \
        --journal | --proxy-cacert | --unix-socket | --cacert | --crlfile | --pinnedpubkey | -E | \
        --cert | --key | -o | --output | -D | --dump-header | --trace | --trace-ascii | --stderr | \
        --progress-to | --dump-body | -K | --config) kind=file ;;
        -d | --data | --data-ascii | --data-binary | --data-urlencode | --json | -H | --header | \
        --url | --url-query | --proxy-header | --variable) kind=at-file ;;
        --capture | --expect) kind=capture ;;
        --each) kind=each ;;
        --capath | --output-dir) kind=directory ;;
        --cert-type) kind='words PEM DER P12 ENG' ;;
        --key-type) kind='words PEM DER ENG' ;;
        --tls-max) kind='words default 1.0 1.1 1.2 1.3' ;;
        -w | --write-out) kind=write-out ;;
        --pretty) kind='words auto on off' ;;
        --progress) kind='words auto bar plain json none' ;;
        -h | --help) kind='words all form data request many redirects retry connection tls output general write-out files variables exit examples cookies proxies environment recipes catbox 0x0 s3 s3-put ipfs discord telegram slack jira pypi nexus nexus-raw artifactory gitlab gitlab-upload github dependency-track openai cloudflare resumable tus ci django rails laravel github-actions gitlab-ci shared-list gnu-parallel kubernetes' ;;
        --generate) kind='words man complete-bash complete-zsh complete-fish' ;;
    esac
}

# Splits what stands before the cursor into words as the shell does; readline itself splits at
# = and ; too, and replaces only what follows the last of them: $skip characters stay. It also
# splits at @, which belongs to what it replaces.
_formpost_split() {
    local line=${COMP_LINE:0:COMP_POINT} i c word='' open=''
    words=() skip=0 quote=
    for ((i = 0; i < ${#line}; i++)); do
        c=${line:i:1}
        if [[ $quote ]]; then
            if [[ $c == "$quote" ]]; then
                quote=
            elif [[ $c == \\ && $quote == \" && ${line:i+1:1} == [\$\`\"\\] ]]; then
                i=$((i + 1)) word+=${line:i:1}
            else
                word+=$c
            fi
        elif [[ $c == [\'\"] ]]; then
            quote=$c open=1 skip=${#word}
        elif [[ $c == \\ ]]; then
            i=$((i + 1)) word+=${line:i:1} open=1
        elif [[ $c == [[:space:]] ]]; then
            [[ $open ]] && words+=("$word")
            word='' open='' skip=0
        else
            [[ $c == @ && $COMP_WORDBREAKS == *@* ]] && skip=${#word}
            word+=$c open=1
            [[ $c != @ && $COMP_WORDBREAKS == *"$c"* ]] && skip=${#word}
        fi
    done
    cur=$word
}

# Offers the words behind $2 that begin with it, with $1 in front of each.
_formpost_words() {
    local base=$1 value=$2 word
    shift 2
    for word; do
        [[ $word == "$value"* ]] && candidates+=("$base$word")
    done
}

# Offers the files ($3: -f) or directories (-d) that begin with $2, with $1 in front of each. With
# $4 (inner) $2 may begin with the double quotes of -F, and the names get them if one has ; , or " in
# it; with $4 (open) they do in any case.
_formpost_files() {
    local typed=$2 open='' path names=()
    [[ $4 == open ]] && open=1
    if [[ $4 == inner && $typed == \"* ]]; then
        open=1 typed=${typed#\"}
        typed=${typed//\\\"/\"}
    fi
    # Behind @ or < the shell expands no ~.
    [[ $1 == *[@\<,] && $typed == \~/* ]] && typed=$HOME/${typed:2}
    while IFS= read -r path; do
        [[ -d $path ]] && path+=/
        names+=("$path")
    done < <(compgen "$3" -- "$typed")
    compopt -o filenames
    if [[ ${#names[@]} -eq 1 && ${names[0]} == */ ]]; then
        compopt -o nospace
        # Readline closes the quote behind a single candidate: go on to what is in the directory.
        if [[ $quote && ${names[0]} != "$typed" && $(compgen "$3" -- "${names[0]}") ]]; then
            [[ $open ]] && set -- "$1" "$2" "$3" open
            _formpost_files "$1" "${names[0]}" "$3" "$4"
            return
        fi
    fi
    # With quotes for all, what the candidates have in common goes on with what was typed.
    [[ $4 && ${names[*]} == *[\;,\"]* ]] && open=1
    for path in "${names[@]}"; do
        if [[ $open ]]; then
            path=\"${path//\"/\\\"}
            [[ $path == */ ]] || path+=\"
        elif ((${#names[@]} > 1 && ${#1} <= skip)); then
            # In a list, readline itself puts a slash behind a directory.
            path=${path%/}
        fi
        candidates+=("$1$path")
    done
}

# Finds the last semicolon of the text $1 or, without one, its last comma, outside of double quotes:
# $mark is that character, and $rest what follows it.
_formpost_mark() {
    local text=$1 open='' i c
    mark='' rest=$1
    for ((i = 0; i < ${#text}; i++)); do
        c=${text:i:1}
        if [[ $open && $c == \\ ]]; then
            i=$((i + 1))
        elif [[ $c == \" ]]; then
            [[ $open ]] && open='' || open=1
        elif [[ ! $open && ($c == \; || ($c == , && $mark != \;)) ]]; then
            mark=$c rest=${text:i+1}
        fi
    done
}

# The value $2 of -F or (each) --each, with $1 in front of it.
_formpost_form() {
    local value=$2 content last mark rest
    if [[ $3 == each && $value == [@\<]* ]]; then
        content=$value
    else
        [[ $value == *=* ]] || return
        content=${value#*=}
    fi
    _formpost_mark "$content"
    if [[ $mark == \; ]]; then
        last=$rest
        case $last in
            type=*) _formpost_words "$1${value%"${last#*=}"}" "${last#*=}" \
                application/json application/octet-stream application/pdf image/jpeg image/png text/csv \
        text/html text/plain ;;
            encoder=*) _formpost_words "$1${value%"${last#*=}"}" "${last#*=}" \
                binary 8bit 7bit base64 quoted-printable ;;
            headers=[@\<]*)
                last=${last#headers=?}
                _formpost_files "$1${value%"$last"}" "$last" -f inner ;;
            *=*) ;;
            *) compopt -o nospace
                _formpost_words "$1${value%"$last"}" "$last" \
                type=application/json type=application/octet-stream type=application/pdf type=image/jpeg \
        type=image/png type=text/csv type=text/html type=text/plain filename= 'headers=@' \
        'headers="' encoder=binary encoder=8bit encoder=7bit encoder=base64 \
        encoder=quoted-printable ;;
        esac
    elif [[ $content == [@\<]* ]]; then
        last=${content:1}
        [[ $content == @* && $mark == , && $3 != each ]] && last=$rest
        _formpost_files "$1${value%"$last"}" "$last" -f inner
    fi
}

# The value $2 of -w, with $1 in front of it.
_formpost_write_out() {
    local name=${2##*%\{}
    if [[ $2 == *%\{* && $name != *\}* ]]; then
        compopt -o nospace
        _formpost_words "$1${2%"$name"}" "$name" \
        'certs}' 'content_type}' 'errormsg}' 'exitcode}' 'filename_effective}' 'header_json}' \
        'http_code}' 'http_connect}' 'http_version}' 'json}' 'local_ip}' 'local_port}' 'method}' \
        'num_certs}' 'num_connects}' 'num_headers}' 'num_redirects}' 'num_retries}' 'onerror}' \
        'proxy_ssl_verify_result}' 'redirect_url}' 'referer}' 'remote_ip}' 'remote_port}' \
        'response_code}' 'scheme}' 'size_download}' 'size_header}' 'size_request}' 'size_upload}' \
        'speed_download}' 'speed_upload}' 'ssl_verify_result}' 'stderr}' 'stdout}' \
        'time_appconnect}' 'time_connect}' 'time_namelookup}' 'time_pretransfer}' 'time_redirect}' \
        'time_starttransfer}' 'time_total}' 'upload_url}' 'url}' 'url_effective}' 'urlnum}'
    elif [[ $2 == @* ]]; then
        _formpost_files "$1@" "${2:1}" -f
    fi
}

# The value $2 of an option of the kind $3, with $1 in front of it.
_formpost_value() {
    case $3 in
        form | each) _formpost_form "$1" "$2" "$3" ;;
        file) _formpost_files "$1" "$2" -f ;;
        directory) _formpost_files "$1" "$2" -d ;;
        field-directory) [[ $2 == *=* ]] && _formpost_files "$1${2%%=*}=" "${2#*=}" -d ;;
        at-file) [[ $2 == @* ]] && _formpost_files "$1@" "${2:1}" -f ;;
        capture)
            [[ $2 == *=* ]] || return
            compopt -o nospace
            _formpost_words "$1${2%%=*}=" "${2#*=}" \
            'cookie:' 'header:' 'input:' 'json:/' 'meta:' ;;
        write-out) _formpost_write_out "$1" "$2" ;;
        'words '*) _formpost_words "$1" "$2" ${3#words } ;;
    esac
}

_formpost() {
    local cur quote skip word kind pending='' ended='' i candidates=()
    local -a words
    _formpost_split
    for word in "${words[@]:1}"; do
        if [[ $pending ]]; then
            pending=
        elif [[ $ended || $word != -?* || $word == --*=* ]]; then
            continue
        elif [[ $word == -- ]]; then
            ended=1
        elif [[ $word == --* ]]; then
            _formpost_kind "$word"
            pending=$kind
        else
            for ((i = 1; i < ${#word}; i++)); do
                _formpost_kind "-${word:i:1}"
                [[ $kind ]] || continue
                ((i == ${#word} - 1)) && pending=$kind
                break
            done
        fi
    done

    if [[ $pending ]]; then
        _formpost_value '' "$cur" "$pending"
    elif [[ $ended ]]; then
        :
    elif [[ $cur == --*=* ]]; then
        _formpost_kind "${cur%%=*}"
        _formpost_value "${cur%%=*}=" "${cur#*=}" "$kind"
    elif [[ $cur == --no-* ]]; then
        _formpost_words '' "$cur" \
        --no-form-tree-escape --no-form-escape --no-form-lax --no-chunked --no-allow-growth \
        --no-get --no-compressed --no-path-as-is --no-basic --no-digest --no-netrc \
        --no-netrc-optional --no-junk-session-cookies --no-each-null --no-parallel \
        --no-parallel-immediate --no-journal-content --no-fail-early --no-location \
        --no-location-trusted --no-post301 --no-post302 --no-post303 --no-retry-jitter \
        --no-retry-connrefused --no-retry-all-errors --no-resumable --no-tus --no-resume-cancel \
        --no-proxytunnel --no-proxy-insecure --no-keepalive --no-tcp-nodelay --no-tcp-fastopen \
        --no-insecure --no-cert-status --no-ssl-no-revoke --no-alpn --no-create-dirs --no-clobber \
        --no-remove-on-error --no-include --no-silent --no-show-error --no-verbose --no-trace-time \
        --no-progress-bar --no-progress-meter --no-show-secrets --no-dry-run --no-curl
    elif [[ $cur == -[!-]* ]]; then
        for ((i = 1; i < ${#cur}; i++)); do
            _formpost_kind "-${cur:i:1}"
            [[ $kind ]] && break
        done
        [[ $kind ]] && _formpost_value "${cur:0:i+1}" "${cur:i+1}" "$kind"
    elif [[ $cur == -* ]]; then
        _formpost_words '' "$cur" \
        -F --form --form-string --form-tree --form-tree-escape --form-glob --form-fields \
        --form-escape --form-lax --boundary --chunked --allow-growth --max-spool -d --data \
        --data-ascii --data-raw --data-binary --data-urlencode --json -G --get -T --upload-file -H \
        --header -X --request -A --user-agent -e --referer --compressed --expect100-timeout --url \
        --url-query --path-as-is --request-target -u --user --basic --digest --anyauth \
        --oauth2-bearer --bearer-env -n --netrc --netrc-optional --netrc-file -b --cookie -c \
        --cookie-jar -j --junk-session-cookies '-:' --next --capture --each --each-null -Z \
        --parallel --parallel-max --parallel-immediate --journal --journal-content --fail-early \
        --rate -L --location --location-trusted --max-redirs --post301 --post302 --post303 --proto \
        --proto-redir --retry --retry-delay --retry-max-time --retry-jitter --retry-connrefused \
        --retry-all-errors --idempotency-key --resumable --append-size --tus --resume-cancel -m \
        --max-time --connect-timeout --stall-timeout -Y --speed-limit -y --speed-time --limit-rate \
        -x --proxy -U --proxy-user --proxy-header --noproxy -p --proxytunnel --proxy-insecure \
        --proxy-cacert --preproxy --socks5 --socks5-hostname -4 --ipv4 -6 --ipv6 --resolve \
        --connect-to --unix-socket --abstract-unix-socket --interface --local-port --dns-servers \
        --doh-url --keepalive-time --keepalive --tcp-nodelay --tcp-fastopen -0 --http1.0 --http1.1 \
        --http2 --http2-prior-knowledge --http3 -k --insecure --cacert --capath --crlfile \
        --pinnedpubkey --cert-status --ssl-no-revoke -E --cert --cert-type --key --key-type --pass \
        -1 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tls-max --ciphers --tls13-ciphers \
        --curves --alpn -o --output --output-dir --create-dirs --clobber --remove-on-error \
        --max-filesize -D --dump-header -i --include -w --write-out --pretty -N --no-buffer -f \
        --fail --fail-with-body --no-fail --expect --expect-status -s --silent -S --show-error -v \
        --verbose --trace --trace-ascii --trace-time --stderr --progress --progress-to '-#' \
        --progress-bar --progress-meter --show-secrets --secret-field --secret-header \
        --secret-variable --dry-run --curl --dump-body -K --config --variable -q --disable -h \
        --help -V --version --generate
    fi
    COMPREPLY=()
    for word in "${candidates[@]}"; do
        COMPREPLY+=("${word:skip}")
    done
}

complete -F _formpost formpost
