# Makes the certificates of README.md, with dates that no clock comes near.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
openssl ecparam -name prime256v1 -genkey -noout -out key.pem
certificate() { # name, alternative names, end, further options
  name=$1 names=$2 end=$3; shift 3
  : > "$work/index"; : > "$work/index.attr"
  cat > "$work/ca.cnf" <<END
[ca]
default_ca = own
[own]
database = $work/index
new_certs_dir = $work
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
x509_extensions = more
[any]
commonName = supplied
[more]
subjectAltName = $names
basicConstraints = critical,CA:$([ "$name" = authority ] && echo TRUE || echo FALSE)
END
  openssl req -new -key key.pem -subj "/CN=Tableread test fixture $name" -out "$work/request"
  openssl ca -batch -notext -config "$work/ca.cnf" -keyfile key.pem -in "$work/request" -out "$name.pem" \
    -startdate 20000101000000Z -enddate "$end" "$@" 2>/dev/null
}
ours=DNS:desk.invalid,DNS:localhost,IP:127.0.0.1
certificate authority DNS:authority.invalid 21260101000000Z -selfsign
certificate self-signed $ours 21260101000000Z -selfsign
certificate desk $ours 21260101000000Z -cert authority.pem
certificate other DNS:other.invalid 21260101000000Z -cert authority.pem
certificate expired $ours 20010101000000Z -cert authority.pem
rm -r "$work"
