#!/usr/bin/env bash
# Runs all conversations on this machine and writes the summary of the job. The exit code goes to the output `code`, so that
# reports and comment come before the gate. Where nothing could be reported, the summary is what was said instead.
# TABLEREAD, COMMAND: words that spaces separate. RESULTS: reports are written to RESULTS/report. LINT: true checks the
# suites first, and reports no more than that where they are not sound.
set -uo pipefail
read -ra start <<<"$TABLEREAD"
read -ra words <<<"$COMMAND"
report="$RESULTS/report"
log="$RESULTS/log"
rm -rf "$report"
mkdir -p "$report"
tableread() {
  { "${start[@]}" "$@" 2>&1 >&3 | tee "$log" >&2; } 3>&1
}
code=0
if [ "${LINT:-false}" = true ]; then
  tableread lint --junit "$report/junit.xml" --markdown "$report/summary.md"
  code=$?
fi
if [ "$code" = 0 ]; then
  rm -f "$report/summary.md"
  tableread "${words[@]}" --json "$report/result.json" --junit "$report/junit.xml" --ctrf "$report/ctrf.json" \
    --html "$report/report.html" --markdown "$report/summary.md"
  code=$?
fi
echo "code=$code" >>"$GITHUB_OUTPUT"
if [ ! -s "$report/summary.md" ]; then
  echo "::error::Tableread ended before there was a report (exit code $code)"
  {
    printf '<!-- tableread -->\nTableread ended with the exit code %s before there was a report:\n\n' "$code"
    grep -v '^::' "$log" | head -n 100 | sed 's/^/    /'
  } >"$report/summary.md"
fi
cat "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
