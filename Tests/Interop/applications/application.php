<?php
// PHP's own parser; names as PHP has made them, with the brackets that it reads put back.

function described(string $name, ?string $filename, ?string $type, int $size, string $hash): array
{
    return ['name' => $name, 'filename' => $filename, 'type' => $type, 'size' => $size, 'sha256' => $hash];
}

function fields(string $name, mixed $value): array
{
    if (is_string($value)) {
        return [described($name, null, null, strlen($value), hash('sha256', $value))];
    }
    $parts = [];
    foreach ($value as $key => $inner) {
        array_push($parts, ...fields("{$name}[{$key}]", $inner));
    }
    return $parts;
}

function files(string $name, mixed $names, mixed $types, mixed $paths, mixed $errors): array
{
    if (is_array($names)) {
        $parts = [];
        foreach ($names as $key => $_) {
            array_push($parts, ...files("{$name}[{$key}]", $names[$key], $types[$key], $paths[$key], $errors[$key]));
        }
        return $parts;
    }
    if ($errors !== UPLOAD_ERR_OK) {
        return [described($name, $names, "error $errors", 0, '')];
    }
    return [described($name, $names, $types, filesize($paths), hash_file('sha256', $paths))];
}

$parts = [];
foreach ($_POST as $name => $value) {
    array_push($parts, ...fields((string) $name, $value));
}
foreach ($_FILES as $name => $file) {
    array_push($parts, ...files((string) $name, $file['name'], $file['type'], $file['tmp_name'], $file['error']));
}
header('Content-Type: application/json');
echo json_encode(['parts' => $parts], JSON_INVALID_UTF8_SUBSTITUTE);
