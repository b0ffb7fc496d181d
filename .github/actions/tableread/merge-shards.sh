#!/usr/bin/env bash
# Merges the results of all shards, of each that of its newest attempt, and writes the summary of the job.
# TABLEREAD, RESULTS, LINT: see reports.sh; RESULTS has the results too, as 2-of-3.1.json of the first attempt.
set -uo pipefail
shopt -s nullglob
source "$(dirname "$0")/reports.sh"
declare -A newest=()
while read -r file; do
  [ -z "$file" ] || newest[${file%.*.json}]=$file
done < <(printf '%s\n' "$RESULTS"/*-of-*.*.json | sort -V)
merge() {
  if [ ${#newest[@]} -gt 0 ]; then
    reported merge "${newest[@]}"
  else
    echo "no shard left a result: see their jobs" | tee "$log"
    return 3
  fi
}
lint_first && merge
finish $?
