#!/usr/bin/env bash
# Merges the results of all shards and writes the summary of the job.
# TABLEREAD, RESULTS, LINT: see reports.sh; RESULTS has the results too.
set -uo pipefail
shopt -s nullglob
source "$(dirname "$0")/reports.sh"
files=("$RESULTS"/*.json)
merge() {
  if [ ${#files[@]} -gt 0 ]; then
    reported merge "${files[@]}"
  else
    echo "there is no result to merge: every shard failed, see their own jobs" | tee "$log"
    return 2
  fi
}
lint_first && merge
finish $?
