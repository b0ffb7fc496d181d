#!/usr/bin/env bash
# Runs all conversations on this machine and writes the summary of the job. The exit code goes to the output `code`, so that
# reports and comment come before the gate.
# TABLEREAD, COMMAND: words that spaces separate. RESULTS: reports are written to RESULTS/report.
set -uo pipefail
read -ra start <<<"$TABLEREAD"
read -ra words <<<"$COMMAND"
report="$RESULTS/report"
rm -rf "$report"
mkdir -p "$report"
"${start[@]}" "${words[@]}" --json "$report/result.json" --junit "$report/junit.xml" --ctrf "$report/ctrf.json" \
  --html "$report/report.html" --markdown "$report/summary.md"
code=$?
echo "code=$code" >>"$GITHUB_OUTPUT"
if [ -s "$report/summary.md" ]; then
  cat "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
else
  echo "::error::there is no summary (exit code $code)"
fi
