#!/bin/sh
# Watches everybody of a CSV file, then prints who is live.
#   TALLYLIGHT_URL=http://127.0.0.1:8787 TALLYLIGHT_TOKEN=… sh examples/watch-from-csv.sh creators.csv
set -eu

url=${TALLYLIGHT_URL:-http://127.0.0.1:8787}
file=${1:-examples/creators.csv}

ask() {
  curl --silent --show-error --fail-with-body --header "authorization: Bearer $TALLYLIGHT_TOKEN" "$@"
  echo
}

# The key makes it safe to send again after a lost answer: the rows are carried out once.
key="creators-$(cksum < "$file" | tr ' ' '-')"
ask --header "content-type: text/csv" --header "idempotency-key: $key" --data-binary "@$file" "$url/v1/targets/import"

# Who is live is in "liveNow".
ask "$url/v1/status"
