#!/usr/bin/env perl
# Perl's CGI.pm, run by Apache.
use strict;
use warnings;
use CGI;
use Digest::SHA;
use Encode;
use JSON::PP;

my $query = CGI->new;
my @parts;
for my $name ($query->multi_param) {
    my %is_file;
    for my $file ($query->upload($name)) {
        $is_file{"$file"}++;
        my $headers = $query->uploadInfo($file) || {};
        binmode $file;
        my $size = -s $file;
        my $hash = Digest::SHA->new(256)->addfile($file)->hexdigest;
        push @parts, described($name, "$file", $headers->{'Content-Type'}, $size, $hash);
    }
    for my $value ($query->multi_param($name)) {
        next if ref $value || $is_file{$value};
        push @parts, described($name, undef, undef, length $value, Digest::SHA::sha256_hex($value));
    }
}
print "Content-Type: application/json\r\n\r\n";
print JSON::PP->new->canonical->encode({ parts => \@parts, error => $query->cgi_error });

sub described {
    my ($name, $filename, $type, $size, $hash) = @_;
    return {
        name => decode('UTF-8', "$name"), filename => defined $filename ? decode('UTF-8', $filename) : undef,
        type => $type, size => $size + 0, sha256 => $hash,
    };
}
