#!/usr/bin/env bash
# Merges the results of all shards and writes the summary of the job. The exit code of the whole goes to the output
# `code`, so that reports and comment come before the gate.
# TABLEREAD: words that spaces separate. RESULTS: the folder of results; reports are written to RESULTS/report. LINT: true
# checks the suites first, and reports no more than that where they are not sound.
set -uo pipefail
shopt -s nullglob
read -ra start <<<"$TABLEREAD"
files=("$RESULTS"/*.json)
report="$RESULTS/report"
mkdir -p "$report"
code=0
if [ "${LINT:-false}" = true ]; then
  "${start[@]}" lint --junit "$report/junit.xml" --markdown "$report/summary.md"
  code=$?
fi
if [ "$code" != 0 ]; then
  echo "code=$code" >>"$GITHUB_OUTPUT"
  [ -s "$report/summary.md" ] && cat "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
  exit 0
fi
rm -f "$report/summary.md"
if [ ${#files[@]} -eq 0 ]; then
  echo "::error::there is no result to merge: every shard failed, see their own jobs"
  echo "code=2" >>"$GITHUB_OUTPUT"
  exit 0
fi
"${start[@]}" merge "${files[@]}" --json "$report/result.json" --junit "$report/junit.xml" \
  --ctrf "$report/ctrf.json" --html "$report/report.html" --markdown "$report/summary.md"
code=$?
echo "code=$code" >>"$GITHUB_OUTPUT"
if [ -s "$report/summary.md" ]; then
  cat "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
else
  echo "::error::the shards could not be merged (exit code $code)"
fi
